import type { ListQuery } from '@mainstay/service-kit';
import { all, join, literal, type Sql, sql } from '../database/sql.ts';

/**
 * A page ends before its long columns exceed this size, and about the same applies to its JSON. With one megabyte, ten
 * of the largest lists at once needed up to 110 MB of memory; at most 100 are allowed (`npm run bench -- api`).
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
  alias: string;
  /** WITH and its queries, which the other parts may read. */
  with?: Sql;
  /** Joins for the columns; must neither add nor remove rows. */
  joins?: Sql;
  /** Conditions on the table itself: visibility and filters. */
  conditions: readonly Sql[];
  /** The sort columns, the last one unique; at least one. */
  sort: readonly Sql[];
  direction: 'ASC' | 'DESC';
  /** `cursor` has the sort keys of the row after which the page starts. */
  query: ListQuery;
  /**
   * Size of a row's long columns in bytes. If computing it is expensive because they are not stored with the row, it is
   * not computed past the page.
   */
  octets: { ofRow: Sql; areCostly?: boolean };
}

interface Bounded {
  /** WITH and its queries; empty without any. */
  with: Sql;
  /** Total bytes of the page's long columns up to a row. */
  octets: Sql;
  /** FROM and the following clauses. */
  from: Sql;
}

/**
 * The rows of a page, plus the first row that exceeds its bytes or rows. Reads the length of a stored text without the
 * text.
 */
export function measured(statement: BoundedStatement, fetchSize: Sql): Bounded {
  const { table, joins = sql``, octets } = statement;
  const alias = literal(statement.alias);
  return {
    with: statement.with ?? sql``,
    octets: sql`${alias}.page_octets`,
    from: sql`
      FROM (
        SELECT ${alias}.*, ${octets.ofRow} AS row_octets,
          (sum(${octets.ofRow}) OVER (ORDER BY ${orderOf(statement)} ROWS UNBOUNDED PRECEDING))::int AS page_octets
        FROM ${table} WHERE ${all(conditionsOf(statement))}
        ORDER BY ${orderOf(statement)} LIMIT ${fetchSize}
      ) AS ${alias} ${joins}
      WHERE ${alias}.page_octets - ${alias}.row_octets <= ${literal(String(MAX_BYTES))}
      ORDER BY ${orderOf(statement)}`,
  };
}

/**
 * Like {@link measured}, but one row at a time by id, which is the last column of `sort`: the size of rows past the
 * page is not computed.
 */
export function measuredOneByOne(statement: BoundedStatement, fetchSize: Sql): Bounded {
  const { table, joins = sql``, octets, sort } = statement;
  const id = sort.at(-1) ?? sql``;
  return {
    with: sql`
      WITH RECURSIVE chosen AS MATERIALIZED (
        SELECT ARRAY(
          SELECT ${id} FROM ${table} WHERE ${all(conditionsOf(statement))}
          ORDER BY ${orderOf(statement)} LIMIT ${fetchSize}) AS ids),
      page AS (
        SELECT 0 AS number, 0 AS octets, NULL::uuid AS row_id
        UNION ALL
        SELECT page.number + 1, page.octets + following.octets, following.row_id
        FROM page CROSS JOIN LATERAL (
          SELECT ${id} AS row_id, ${octets.ofRow} AS octets FROM ${table}
          WHERE ${id} = (SELECT ids FROM chosen)[page.number + 1]) AS following
        WHERE page.octets <= ${literal(String(MAX_BYTES))})`,
    octets: sql`page.octets`,
    from: sql`FROM page JOIN ${table} ON ${id} = page.row_id ${joins} ORDER BY page.number`,
  };
}

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
  const isCut = octets > MAX_BYTES;
  const isSurelyShort = octets * LONGEST_ESCAPE + read.length * SHORT_COLUMNS <= MAX_BYTES;
  // All at once: faster than one by one, and nearly always enough.
  if (isSurelyShort || bytesOf(items) <= MAX_BYTES) return { items, isCut };
  let bytes = 0;
  const tooMany = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > MAX_BYTES;
  });
  return { items: tooMany === -1 ? items : items.slice(0, tooMany), isCut };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

type Ordered = Pick<BoundedStatement, 'query' | 'sort' | 'direction'> &
  Partial<Pick<BoundedStatement, 'conditions'>>;

/** The conditions, and after a cursor a comparison of rows, which can use an index on the sort keys. */
export function conditionsOf({
  conditions = [],
  query: { cursor },
  direction,
  sort,
}: Ordered): readonly Sql[] {
  if (!cursor) return conditions;
  const comparison = literal(direction === 'ASC' ? '>' : '<');
  const keys = cursor.map((value) => sql`${value}`);
  return [...conditions, sql`(${join(sort, ', ')}) ${comparison} (${join(keys, ', ')})`];
}

export const orderOf = ({ sort, direction }: Ordered): Sql =>
  join(
    sort.map((key) => sql`${key} ${literal(direction)}`),
    ', ',
  );
