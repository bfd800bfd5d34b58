import { all, join, literal, type Sql, sql } from '../database/sql.ts';

/** A page ends before the row with which its long columns would be more than this, and so would its JSON. */
export const MOST_BYTES = 2_000_000;

/** A control character, one byte, is six in JSON. */
const LONGEST_ESCAPE = 6;
/** More than the short columns of a row are in JSON, their names included. */
const SHORT_COLUMNS = 2000;

/** What is read of a table, in which order, and how large its rows are. */
export interface BoundedStatement {
  /** The table the list is of, under the name `alias`. */
  table: Sql;
  alias: Sql;
  /** What the columns need besides the table; must neither add nor drop rows. */
  joins?: Sql;
  /** Conditions on the table alone: who sees what, and the filters. */
  conditions: readonly Sql[];
  /** The columns it is sorted by, the last one unique. */
  sort: readonly [Sql, ...Sql[]];
  direction: 'ASC' | 'DESC';
  /** The sort keys of the row after which the page starts. */
  after: readonly string[] | undefined;
  /** The bytes of a row's long columns. Costly ones, which are not stored with the row, are not computed past the page. */
  octets: { ofRow: Sql; areCostly?: boolean };
}

interface Bounded {
  /** Queries for WITH. */
  with: Sql[];
  /** The bytes of the page's long columns up to a row. */
  octets: Sql;
  /** FROM, and what follows it. */
  from: Sql;
}

/** The rows of a page, and the first that is too many bytes or too many rows. The length of a stored text is read without the text. */
export function measured(statement: BoundedStatement, fetchSize: number): Bounded {
  const { table, alias, joins = sql``, octets, sort } = statement;
  return {
    with: [],
    octets: sql`${alias}.page_octets`,
    from: sql`
      FROM (
        SELECT ${alias}.*, ${octets.ofRow} AS row_octets,
          (sum(${octets.ofRow}) OVER (ORDER BY ${orderOf(statement)} ROWS UNBOUNDED PRECEDING))::int AS page_octets
        FROM ${table} WHERE ${all(conditionsOf(statement, sort))}
        ORDER BY ${orderOf(statement)} LIMIT ${literal(String(fetchSize))}
      ) AS ${alias} ${joins}
      WHERE ${alias}.page_octets - ${alias}.row_octets <= ${literal(String(MOST_BYTES))}
      ORDER BY ${orderOf(statement)}`,
  };
}

/** The same, from row to row by their ids, which is what `sort` ends with: the octets of what is past the page are not computed. */
export function measuredOneByOne(statement: BoundedStatement, fetchSize: number): Bounded {
  const { table, joins = sql``, octets, sort } = statement;
  const id = sort.at(-1) ?? sql``;
  return {
    with: [
      sql`chosen AS MATERIALIZED (
        SELECT ARRAY(
          SELECT ${id} FROM ${table} WHERE ${all(conditionsOf(statement, sort))}
          ORDER BY ${orderOf(statement)} LIMIT ${literal(String(fetchSize))}) AS ids)`,
      sql`page AS (
        SELECT 0 AS number, 0 AS octets, NULL::uuid AS row_id
        UNION ALL
        SELECT page.number + 1, page.octets + following.octets, following.row_id
        FROM page CROSS JOIN LATERAL (
          SELECT ${id} AS row_id, ${octets.ofRow} AS octets FROM ${table}
          WHERE ${id} = (SELECT ids FROM chosen)[page.number + 1]) AS following
        WHERE page.octets <= ${literal(String(MOST_BYTES))})`,
    ],
    octets: sql`page.octets`,
    from: sql`FROM page JOIN ${table} ON ${id} = page.row_id ${joins} ORDER BY page.number`,
  };
}

/** WITH and its queries, which may refer to themselves; nothing without any. */
export const withQueries = ([first, ...others]: readonly Sql[]): Sql =>
  first === undefined ? sql`` : sql`WITH RECURSIVE ${join([first, ...others], ', ')}`;

/**
 * The items of the rows that fit on a page. The database has counted bytes of text; where escapes could make much more
 * of them, the JSON itself is measured.
 */
export function fitting<Row extends { pageOctets: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; isCut: boolean } {
  const read = rows.filter(
    ({ pageOctets }, index) => index < limit && (index === 0 || pageOctets <= MOST_BYTES),
  );
  const items = read.map(toItem);
  const octets = read.at(-1)?.pageOctets ?? 0;
  if (octets * LONGEST_ESCAPE + read.length * SHORT_COLUMNS <= MOST_BYTES)
    return { items, isCut: octets > MOST_BYTES };
  let bytes = 0;
  const tooMany = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > MOST_BYTES;
  });
  return { items: tooMany === -1 ? items : items.slice(0, tooMany), isCut: octets > MOST_BYTES };
}

function conditionsOf({ conditions, after, direction }: BoundedStatement, sort: readonly Sql[]): Sql[] {
  return after
    ? [...conditions, comparison(direction, sort, commas(after.map((value) => sql`${value}`)))]
    : [...conditions];
}

/** Row comparison, which an index on the sort keys serves. */
const comparison = (direction: 'ASC' | 'DESC', sort: readonly Sql[], values: Sql): Sql =>
  direction === 'ASC' ? sql`(${commas(sort)}) > (${values})` : sql`(${commas(sort)}) < (${values})`;

const orderOf = ({ sort, direction }: BoundedStatement): Sql =>
  commas(sort.map((key) => sql`${key} ${literal(direction)}`));

function commas([first, ...others]: readonly Sql[]): Sql {
  if (first === undefined) throw new Error('a list sorted by nothing');
  return join([first, ...others], ', ');
}
