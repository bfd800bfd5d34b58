import { z } from 'zod';
import type { Database, ReadOptions } from '../database/database.ts';
import { all, join, literal, type Sql, sql } from '../database/sql.ts';
import { encodeCursor, type Page } from './page.ts';

/** The column that carries a list's total in every row. */
export const pageTotal = { total: z.int() };
const totalRow = z.object(pageTotal);
type ListedRow = typeof totalRow;

export interface PageStatement<Row extends ListedRow> {
  /** The columns declared, with {@link pageTotal}. */
  row: Row;
  /** Queries that the others refer to by name. */
  with?: Sql;
  /** What a row consists of. */
  columns: Sql;
  /** The table the list is of, under the name the conditions use. */
  table: Sql;
  /** What the columns need besides the table; must neither add nor drop rows. */
  joins?: Sql;
  /** Conditions on the table alone: who sees what, and the filters. */
  conditions: readonly Sql[];
  /** A SELECT of how many there are under the conditions, as its only value. */
  total: Sql;
  /** The columns it is sorted by, the last one unique. */
  sort: readonly [Sql, ...Sql[]];
  direction: 'ASC' | 'DESC';
  /** The sort keys of the row after which the page starts. */
  after: readonly string[] | undefined;
  limit: number;
  prepare?: ReadOptions['prepare'];
}

/**
 * How many rows are asked for: enough for a page and one more. Part of the statement's text, so that its plan is made
 * for that many; few values, so that a prepared statement takes few forms.
 */
const FETCH_SIZES = [11, 51, 101, 201, 501, 1001];

/**
 * One page of a list by keyset: however many rows come and go meanwhile, a walk along the pages meets every row that
 * stays exactly once. `keysOf` gives a row's sort keys. In SQL: TypeORM's query builder halves the throughput of a list
 * (docs/decisions/0019).
 */
export async function readPage<Row extends ListedRow, Item>(
  database: Database,
  statement: PageStatement<Row>,
  toItem: (row: z.infer<Row>) => Item,
  keysOf: (row: z.infer<Row>) => readonly string[],
): Promise<Page<Item>> {
  const {
    row,
    with: named,
    columns,
    table,
    joins = sql``,
    conditions,
    total,
    sort,
    direction,
    after,
    limit,
    prepare,
  } = statement;
  const order = literal(direction);
  const preface = named ? sql`WITH ${named}` : sql``;
  const fetchSize = FETCH_SIZES.find((size) => size > limit) ?? limit + 1;
  const [firstKey, ...otherKeys] = sort;
  const rows = await database.rows(
    row,
    sql`
      ${preface}
      SELECT ${columns}, (${total}) AS total
      FROM ${table} ${joins}
      WHERE ${all([...conditions, ...(after ? [isAfter(sort, direction, after)] : [])])}
      ORDER BY ${join([sql`${firstKey} ${order}`, ...otherKeys.map((key) => sql`${key} ${order}`)], ', ')}
      LIMIT ${literal(String(fetchSize))}`,
    { prepare: prepare ?? false },
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(toItem),
    total:
      rows[0]?.total ?? (after ? await countAlone(database, sql`${preface} SELECT (${total}) AS total`) : 0),
    next: last === undefined ? null : encodeCursor(keysOf(last)),
  };
}

/** Counts the rows there are under the conditions: for tables that stay small and for conditions that leave few. */
export const countOf = (table: Sql, conditions: readonly Sql[]): Sql =>
  sql`SELECT count(*)::int FROM ${table} WHERE ${all(conditions)}`;

/**
 * Counts them as far as a bound, which a total that reaches it stands for, along `order`: an order that an index has,
 * so that the way there is as short as the page's.
 */
export const countUpTo = (most: number, table: Sql, conditions: readonly Sql[], order: Sql): Sql =>
  sql`SELECT count(*)::int FROM (
    SELECT FROM ${table} WHERE ${all(conditions)} ORDER BY ${order} LIMIT ${most}) AS counted`;

/** Row comparison, which an index on the sort keys serves. */
function isAfter(
  sort: readonly [Sql, ...Sql[]],
  direction: 'ASC' | 'DESC',
  [firstValue, ...otherValues]: readonly string[],
): Sql {
  const values = join([sql`${firstValue}`, ...otherValues.map((value) => sql`${value}`)], ', ');
  const keys = join(sort, ', ');
  return direction === 'ASC' ? sql`(${keys}) > (${values})` : sql`(${keys}) < (${values})`;
}

/** For a page behind the last row, where no row carries the total. */
async function countAlone(database: Database, statement: Sql): Promise<number> {
  const [row] = await database.rows(totalRow, statement);
  return row?.total ?? 0;
}
