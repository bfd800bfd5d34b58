import type { Answer } from './nouns.ts';

type Row = Record<string, unknown>;
interface Made {
  content: unknown;
  headers: Record<string, string>;
}

const PAGE = 50;
const LIMIT = `limit=${PAGE}`;
/** Fields that an entity has and its answer does not. */
const kept = new Set(['passwordHash', 'sessionEpoch', 'version', 'userId', 'tokenHash', 'revokedAt']);
const fields = new Map<string, string>();

/** What the bare server answers, made of the rows of all statements of a request. */
export const answers: Record<Answer, (results: Row[][], url: string) => Made> = {
  rows: made((row) => ({ ...row, total: undefined, version: undefined })),
  'located rows': made((row) => ({
    ...{ ...row, total: undefined, version: undefined, locationName: undefined },
    location: { id: row['locationId'], name: row['locationName'] },
  })),
  attachments: made((row) => ({ ...row, thumbnailKey: undefined, thumbnailURL: null })),
  tickets: made(toTicket),
  entities: made(fromEntity),
};

/** An array for a list, else one thing. */
function made(toItem: (row: Row) => Row): (results: Row[][], url: string) => Made {
  return (results, url): Made => {
    const filled = results.filter((rows) => rows.length > 0);
    const last = filled.at(-1) ?? [];
    // Some lists are counted by a statement of their own.
    const count = last[0]?.['count'];
    const rows = count === undefined ? last : (filled.at(-2) ?? []);
    const total = count ?? rows[0]?.['total'];
    if (total !== undefined || url === '/api/tokens') {
      const page = url.endsWith(LIMIT) ? rows.slice(0, PAGE) : rows;
      return { content: page.map(toItem), headers: { 'X-Total-Count': String(total) } };
    }
    const [row = {}] = rows;
    return { content: toItem(row), headers: { ETag: `"${String(row['version'])}"` } };
  };
}

function toTicket(row: Row): Row {
  return {
    id: row['id'],
    title: row['title'],
    description: row['description'],
    locationId: row['locationId'],
    assignedTo: row['assignedTo'],
    status: row['status'],
    priority: row['priority'],
    ticketType: row['ticketType'],
    notes: row['notes'],
    createdAt: row['createdAt'],
    updatedAt: row['updatedAt'],
    completedAt: row['completedAt'],
    location: { id: row['locationId'], name: row['locationName'] },
    assignee:
      row['assignedTo'] === null
        ? null
        : { id: row['assignedTo'], firstName: row['assigneeFirstName'], lastName: row['assigneeLastName'] },
  };
}

/** TypeORM calls a column `User_first_name`. */
function fromEntity(row: Row): Row {
  const item: Row = {};
  for (const [column, value] of Object.entries(row)) {
    const name = fieldOf(column);
    if (!kept.has(name)) item[name] = value;
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
