import { z } from 'zod';
import type { Database, ReadOptions } from '../database/database.ts';
import { all, type Sql, sql } from '../database/sql.ts';
import { type BoundedStatement, fitting, measured, measuredOneByOne, withQueries } from './bounded-rows.ts';
import { encodeCursor, type Page } from './page.ts';
import { ownRound, Turns } from './turns.ts';

/** The columns that every row of a list carries besides its own. */
export const pageColumns = {
  /** How many there are on all pages. */
  total: z.int(),
  /** Bytes of the long columns, of this row and those before it on the page. */
  pageOctets: z.int(),
};
const totalRow = z.object({ total: pageColumns.total });
type ListedRow = z.ZodObject<typeof pageColumns>;

export interface PageStatement<Row extends ListedRow> extends BoundedStatement {
  /** The columns declared, with {@link pageColumns}. */
  row: Row;
  /** Queries that the others refer to by name. */
  with?: Sql;
  /** What a row consists of. */
  columns: Sql;
  /** A SELECT of how many there are under the conditions, as its only value. */
  total: Sql;
  limit: number;
  prepare?: ReadOptions['prepare'];
}

/**
 * How many rows are asked for: enough for a page and one more. Part of the statement's text, so that its plan is made
 * for that many; few values, so that a prepared statement takes few forms.
 */
const FETCH_SIZES = [11, 51, 101, 201, 501, 1001];

/** Pages that are read and made at once: more would be no faster, and memory without a bound. A wait as for a connection. */
const turns = new Turns(6, 700);

/** To make an answer of more than this takes milliseconds. */
const LARGE_BYTES = 200_000;

/**
 * One page of a list by keyset: however many rows come and go meanwhile, a walk along the pages meets every row that
 * stays exactly once. A page has at most `limit` rows and about {@link MOST_BYTES}, and at least one row. `keysOf`
 * gives a row's sort keys. In SQL: TypeORM's query builder halves the throughput of a list (docs/decisions/0019).
 */
export async function readPage<Row extends ListedRow, Item>(
  database: Database,
  statement: PageStatement<Row>,
  toItem: (row: z.infer<Row>) => Item,
  keysOf: (row: z.infer<Row>) => readonly string[],
): Promise<Page<Item>> {
  const end = await turns.take();
  let isLarge = false;
  try {
    const { rows, readTotal } = await readRows(database, statement);
    isLarge = (rows.at(-1)?.pageOctets ?? 0) > LARGE_BYTES;
    if (isLarge) await ownRound();
    const { items, isCut } = fitting(rows, statement.limit, toItem);
    const last = rows[items.length - 1];
    const hasMore = rows.length > items.length || isCut;
    return {
      items,
      total: rows[0]?.total ?? (statement.after ? await readTotal() : 0),
      next: hasMore && last !== undefined ? encodeCursor(keysOf(last)) : null,
    };
  } finally {
    // A large page is memory until it is JSON, which it becomes before the next round.
    if (isLarge) setImmediate(end);
    else end();
  }
}

/** The rows of a page, and a way to the total for a page behind the last row, where no row carries it. */
async function readRows<Row extends ListedRow>(database: Database, statement: PageStatement<Row>) {
  const { row, with: named, columns, total, limit, prepare } = statement;
  const fetchSize = FETCH_SIZES.find((size) => size > limit) ?? limit + 1;
  const preface = named ? [named] : [];
  const bounded = (statement.octets.areCostly ? measuredOneByOne : measured)(statement, fetchSize);
  const rows = await database.rows(
    row,
    sql`
      ${withQueries([...preface, ...bounded.with])}
      SELECT ${columns}, (${total}) AS total, ${bounded.octets} AS "pageOctets"
      ${bounded.from}`,
    { prepare: prepare ?? false },
  );
  const readTotal = async (): Promise<number> => {
    const [found] = await database.rows(totalRow, sql`${withQueries(preface)} SELECT (${total}) AS total`);
    return found?.total ?? 0;
  };
  return { rows, readTotal };
}

/** Counts the rows there are under the conditions: for tables that stay small and for conditions that leave few. */
export const countOf = (table: Sql, conditions: readonly Sql[]): Sql =>
  sql`SELECT count(*)::int FROM ${table} WHERE ${all(conditions)}`;

/**
 * Counts them as far as a bound, which a total that reaches it stands for. Along `order`, if given: one that an index has,
 * so that the way there is as short as the page's.
 */
export const countUpTo = (most: number, table: Sql, conditions: readonly Sql[], order?: Sql): Sql =>
  sql`SELECT count(*)::int FROM (
    SELECT FROM ${table} WHERE ${all(conditions)} ${order ? sql`ORDER BY ${order}` : sql``} LIMIT ${most}) AS counted`;
