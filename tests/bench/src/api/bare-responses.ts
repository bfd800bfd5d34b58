import type { ResponseForm } from './routes.ts';

type Row = Record<string, unknown>;
interface Made {
  content: unknown;
  headers: Record<string, string>;
}

const PAGE = 50;
const LIMIT = `limit=${PAGE}`;
const fields = new Map<string, string>();
/** Columns of entities that no response has. */
const hidden = new Set(['anchorDay', 'anchorTime', 'occurrenceAt', 'removedAt', 'removedBy', 'objectPath']);
/** Columns of a row that only the server uses. */
const absent = { total: undefined, pageOctets: undefined, version: undefined };
/** The fields of a joined entity in a response. */
const joined: Record<string, string> = {
  l_name: 'locationName',
  u_first_name: 'assigneeFirstName',
  u_last_name: 'assigneeLastName',
};

/** The bare server's response, built from the rows of all statements of a request. */
export const responses: Record<ResponseForm, (results: Row[][], url: string) => Made> = {
  rows: made((row) => ({ ...plain(row), ...absent })),
  'located rows': made((row) => {
    const { locationName, ...item } = plain(row);
    return { ...item, ...absent, location: { id: item['locationId'], name: locationName } };
  }),
  tickets: made((row) => toTicket(plain(row))),
};

/** An array for a list, otherwise one entity. */
function made(toItem: (row: Row) => Row): (results: Row[][], url: string) => Made {
  return (results, url): Made => {
    const filled = results.filter((rows) => rows.length > 0);
    const last = filled.at(-1) ?? [];
    // Some lists are counted by a statement of their own; TypeORM's calls it `cnt`.
    const count = last[0]?.['count'] ?? last[0]?.['cnt'];
    const rows = count === undefined ? last : (filled.at(-2) ?? []);
    const total = count ?? rows[0]?.['total'];
    if (typeof total === 'number' || typeof total === 'string') {
      const page = url.endsWith(LIMIT) ? rows.slice(0, PAGE) : rows;
      return { content: page.map(toItem), headers: { 'X-Total-Count': String(total) } };
    }
    const [row = {}] = rows;
    return { content: toItem(row), headers: { ETag: `"${String(row['version'] ?? row['t_version'])}"` } };
  };
}

function toTicket(row: Row): Row {
  const { locationName, assigneeFirstName, assigneeLastName, equipmentName, ...item } = row;
  const { locationId, assignedTo, equipmentId } = item;
  const assignee = { id: assignedTo, firstName: assigneeFirstName, lastName: assigneeLastName };
  return {
    ...item,
    ...absent,
    location: { id: locationId, name: locationName },
    assignee: assignedTo === null ? null : assignee,
    equipment: equipmentId === null ? null : { id: equipmentId, name: equipmentName },
  };
}

/** A row of our SQL as it is; one of a query of TypeORM, whose columns are `t_location_id` and `l_name`, with the names of ours. */
function plain(row: Row): Row {
  const [alias] = /^[a-z]_/.exec(Object.keys(row)[0] ?? '') ?? [];
  if (alias === undefined) return row;
  const item: Row = {};
  for (const [column, value] of Object.entries(row)) {
    const name = column.startsWith(alias) ? fieldOf(column) : joined[column];
    if (name !== undefined && !hidden.has(name)) item[name] = value;
  }
  return item;
}

function fieldOf(column: string): string {
  let field = fields.get(column);
  if (field === undefined) {
    const name = column.slice(column.indexOf('_') + 1);
    field = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    fields.set(column, field);
  }
  return field;
}
