type Row = Record<string, unknown>;
interface Made {
  content: unknown;
  headers: Record<string, string>;
}

const PAGE = 50;
const LIMIT = `limit=${PAGE}`;
const fields = new Map<string, string>();
/** Columns of entities that no response has. */
const hidden = new Set(['anchorDay', 'anchorTime', 'occurrenceAt', 'removedAt']);
/** Columns of a row that only the server uses. */
const absent = { total: undefined, pageOctets: undefined, version: undefined };

/** The bare server's response, built from the rows of all statements of a request: an array for a list, otherwise one entity. */
export function responseOf(results: Row[][], url: string): Made {
  const rows = results.findLast((found) => found.length > 0) ?? [];
  const [row = {}] = rows;
  const { total } = row;
  if (typeof total === 'number') {
    const page = url.endsWith(LIMIT) ? rows.slice(0, PAGE) : rows;
    return { content: page.map(toItem), headers: { 'X-Total-Count': String(total) } };
  }
  const version = Object.entries(row).find(([column]) => /^(\w_)?version$/.test(column))?.[1];
  return { content: toItem(row), headers: { ETag: `"${String(version)}"` } };
}

/** A row of our SQL as it is; of one of TypeORM, with columns such as `t_location_id` and `l_name`, the fields and the location. */
function toItem(row: Row): Row {
  const [alias] = /^[a-z]_/.exec(Object.keys(row)[0] ?? '') ?? [];
  if (alias === undefined) return { ...row, ...absent };
  const item: Row = {};
  for (const [column, value] of Object.entries(row)) {
    const field = fieldOf(column);
    if (column.startsWith(alias) && !hidden.has(field)) item[field] = value;
  }
  const timezone = 'frequency' in item ? row['l_timezone'] : undefined;
  return { ...item, ...absent, location: { id: row['l_id'], name: row['l_name'], timezone } };
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
