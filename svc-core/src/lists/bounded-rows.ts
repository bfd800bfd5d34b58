import { all, join, literal, type Sql, sql } from '../database/sql.ts';

/**
 * A page ends before its long columns exceed this size, and about the same applies to its JSON. With one megabyte, ten of the
 * largest lists at once needed up to 110 MB of memory; at most 100 are allowed (`npm run bench -- large-lists`).
 */
export const MAX_BYTES = 700_000;

/** A control character is one byte, and six in JSON. */
const LONGEST_ESCAPE = 6;
/** Upper limit for a row's short columns in JSON, including their names. */
const SHORT_COLUMNS = 2000;

/** Which rows to read, in which order, and how large they are. */
export interface BoundedStatement {
  /** The listed table with the alias `alias`. */
  table: Sql;
  alias: Sql;
  /** Joins for the columns; must neither add nor remove rows. */
  joins?: Sql;
  /** Conditions on the table itself: visibility and filters. */
  conditions: readonly Sql[];
  /** The sort columns, the last one unique. */
  sort: readonly [Sql, ...Sql[]];
  direction: 'ASC' | 'DESC';
  /** Sort keys of the row after which the page starts. */
  after: readonly string[] | undefined;
  /**
   * Size of a row's long columns in bytes. If computing it is expensive because they are not stored with the row, it is
   * not computed past the page.
   */
  octets: { ofRow: Sql; areCostly?: boolean };
}

interface Bounded {
  /** Queries for WITH. */
  with: Sql[];
  /** Total bytes of the page's long columns up to a row. */
  octets: Sql;
  /** FROM and the following clauses. */
  from: Sql;
}

/**
 * The rows of a page, plus the first row that exceeds its bytes or rows. Reads the length of a stored text without the
 * text.
 */
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
      WHERE ${alias}.page_octets - ${alias}.row_octets <= ${literal(String(MAX_BYTES))}
      ORDER BY ${orderOf(statement)}`,
  };
}

/**
 * Like {@link measured}, but one row at a time by id, which is the last column of `sort`: the size of rows past the
 * page is not computed.
 */
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
        WHERE page.octets <= ${literal(String(MAX_BYTES))})`,
    ],
    octets: sql`page.octets`,
    from: sql`FROM page JOIN ${table} ON ${id} = page.row_id ${joins} ORDER BY page.number`,
  };
}

/** WITH and its queries, which may be recursive; empty without any. */
export const withQueries = ([first, ...others]: readonly Sql[]): Sql =>
  first === undefined ? sql`` : sql`WITH RECURSIVE ${join([first, ...others], ', ')}`;

/**
 * The items of the rows that fit on a page. The database counts bytes of text; where escapes could make the JSON much
 * longer, its actual length is measured.
 */
export function fitting<Row extends { pageOctets: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { items: Item[]; isCut: boolean } {
  const read = rows.filter(
    ({ pageOctets }, index) => index < limit && (index === 0 || pageOctets <= MAX_BYTES),
  );
  const items = read.map(toItem);
  const octets = read.at(-1)?.pageOctets ?? 0;
  if (octets * LONGEST_ESCAPE + read.length * SHORT_COLUMNS <= MAX_BYTES)
    return { items, isCut: octets > MAX_BYTES };
  // Faster than one by one, and nearly always enough.
  if (bytesOf(items) <= MAX_BYTES) return { items, isCut: octets > MAX_BYTES };
  let bytes = 0;
  const tooMany = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > MAX_BYTES;
  });
  return { items: tooMany === -1 ? items : items.slice(0, tooMany), isCut: octets > MAX_BYTES };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function conditionsOf({ conditions, after, direction }: BoundedStatement, sort: readonly Sql[]): Sql[] {
  return after
    ? [...conditions, comparison(direction, sort, commas(after.map((value) => sql`${value}`)))]
    : [...conditions];
}

/** Row comparison that can use an index on the sort keys. */
const comparison = (direction: 'ASC' | 'DESC', sort: readonly Sql[], values: Sql): Sql =>
  direction === 'ASC' ? sql`(${commas(sort)}) > (${values})` : sql`(${commas(sort)}) < (${values})`;

const orderOf = ({ sort, direction }: BoundedStatement): Sql =>
  commas(sort.map((key) => sql`${key} ${literal(direction)}`));

function commas([first, ...others]: readonly Sql[]): Sql {
  if (first === undefined) throw new Error('a list without sort columns');
  return join([first, ...others], ', ');
}
