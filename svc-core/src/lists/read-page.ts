import { ConcurrencyLimit, encodeCursor, type ListQuery, type Page } from '@mainstay/service-kit';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { all, literal, type Sql, sql } from '../database/sql.ts';
import { octetsOf } from '../entities/response-columns.ts';
import { type BoundedStatement, fitting, measured, measuredOneByOne } from './bounded-rows.ts';
import { ownRound } from './own-round.ts';

/** Columns that every row of a list has in addition to its own. */
export const pageColumns = {
  /** Number of items on all pages. */
  total: z.int(),
  /** Bytes of the long columns of this row and those before it on the page. */
  pageOctets: z.int(),
};
const totalRow = z.object({ total: pageColumns.total });
type ListedRow = z.ZodObject<typeof pageColumns>;

interface PageStatement<Row extends ListedRow, Item> extends Omit<BoundedStatement, 'octets'> {
  /** The size of the long texts in the row by default. */
  octets?: BoundedStatement['octets'];
  /** The declared columns, including {@link pageColumns}. */
  row: Row;
  /** The columns of a row. */
  columns: Sql;
  /** A SELECT with the number of matching rows as its only value. */
  total: Sql;
  /** Whether the statement stays prepared, which is the default; false if its text has many variants. */
  prepare?: boolean;
  /** Usually {@link ownFields}. */
  toItem: (row: z.infer<Row>) => Item;
  /** The sort keys of a row. */
  keysOf: (row: z.infer<Row>) => readonly string[];
}

/** The order of the lists that begin with the newest row. */
export const newestFirst = (alias: string) => ({
  sort: [literal(`${alias}.created_at`), literal(`${alias}.id`)],
  direction: 'DESC' as const,
  keysOf: ({ createdAt, id }: { createdAt: string; id: string }) => [createdAt, id],
});

/**
 * Numbers of rows to request: enough for a page and one more. They are part of the statement's text, so that its plan
 * fits the number; only a few values, so that there are few prepared statements.
 */
const FETCH_SIZES = [11, 51, 101, 201, 501, 1001];
/** How many rows are read for a page: at least one more than it has. */
export const fetchSizeOf = ({ limit }: Pick<ListQuery, 'limit'>): Sql =>
  literal(String(FETCH_SIZES.find((size) => size > limit) ?? limit + 1));

/**
 * Maximum number of pages read at once: more would not be faster, and with six, ten of the largest pages needed up to
 * 101 MB (`npm run bench -- api`). The wait is as long as for a connection by default.
 */
const pages = new ConcurrencyLimit(4, 700);

/** Building a larger response takes milliseconds. */
const LARGE_BYTES = 200_000;

/**
 * One page of a list by keyset pagination: a walk through the pages returns every row that remains exactly once,
 * whatever is inserted or deleted meanwhile. A page has at most `limit` rows and about {@link MAX_BYTES}, and at least
 * one row. In SQL: a window adds up the bytes, and the total comes with the rows in one statement.
 */
export async function readPage<Row extends ListedRow, Item>(
  database: Database,
  statement: PageStatement<Row, Item>,
): Promise<Page<Item>> {
  const { query, toItem, keysOf } = statement;
  const leave = await pages.enter();
  let isLarge = false;
  try {
    const rows = await readRows(database, statement);
    isLarge = (rows.at(-1)?.pageOctets ?? 0) > LARGE_BYTES;
    if (isLarge) await ownRound();
    const { items, isCut } = fitting(rows, query.limit, toItem);
    const last = rows[items.length - 1];
    const hasMore = rows.length > items.length || isCut;
    return {
      items,
      total: rows[0]?.total ?? (query.cursor ? await readTotal(database, statement) : 0),
      next: hasMore && last !== undefined ? encodeCursor(keysOf(last)) : null,
    };
  } finally {
    // A large page occupies memory until it is serialized, which happens before the next round of the event loop.
    if (isLarge) setImmediate(leave);
    else leave();
  }
}

/** A row without the columns of the page. */
export function ownFields<Row extends z.infer<ListedRow>>({
  total: _total,
  pageOctets: _octets,
  ...fields
}: Row) {
  return fields;
}

/** The rows of a page, and those after it that were read too. */
function readRows<Row extends ListedRow>(
  database: Database,
  statement: PageStatement<Row, unknown>,
): Promise<z.infer<Row>[]> {
  const {
    row,
    columns,
    query,
    prepare = true,
    octets = { ofRow: octetsOf(row, statement.alias) },
  } = statement;
  // A file needs the number of its rows once, before it begins.
  const total = query.format === 'csv' && query.cursor ? sql`0` : sql`(${statement.total})`;
  const bounded = (octets.areCostly ? measuredOneByOne : measured)(
    { ...statement, octets },
    fetchSizeOf(query),
  );
  return database.rows(
    row,
    sql`
      ${bounded.with}
      SELECT ${columns}, ${total} AS total, ${bounded.octets} AS "pageOctets"
      ${bounded.from}`,
    { prepare },
  );
}

/** The total of an empty page, where no row carries it. */
async function readTotal(
  database: Database,
  statement: Pick<PageStatement<ListedRow, unknown>, 'with' | 'total'>,
): Promise<number> {
  const { with: queries = sql``, total } = statement;
  const [found] = await database.rows(totalRow, sql`${queries} SELECT (${total}) AS total`);
  return found?.total ?? 0;
}

/** Counts the matching rows. For tables that stay small and conditions that match few rows. */
export const countOf = (table: Sql, conditions: readonly Sql[]): Sql =>
  sql`SELECT count(*)::int FROM ${table} WHERE ${all(conditions)}`;

/**
 * Counts the matching rows up to a maximum, if there is one; a total of that value means that many or more. The maximum
 * is part of the text: with an unknown one, a prepared statement would be planned anew each time.
 */
export const countUpTo = (most: number | null, table: Sql, conditions: readonly Sql[]): Sql =>
  sql`SELECT count(*)::int FROM (
    SELECT FROM ${table} WHERE ${all(conditions)} LIMIT ${literal(String(most ?? 'ALL'))}) AS counted`;
