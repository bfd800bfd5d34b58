import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Failure } from './failure.ts';

/** The services' schemas as created by provisioning: each has its own owner role. */
const SCHEMAS = `SELECT nspname::text AS name FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner
  WHERE rolname = nspname || '_owner' ORDER BY nspname`;

/** TypeORM's table of applied migrations in each schema; compared instead of copied. */
const MIGRATIONS = 'migrations';

export const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number(),
});
export type Table = z.infer<typeof tableSchema>;

export const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  lastValue: z.string(),
  isCalled: z.boolean(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

/**
 * A connection for the duration of `work`, without timeouts.
 * @param work also receives a signal that is aborted when the connection is lost
 * @throws Error also when the connection was lost between two statements
 */
export async function withDatabase<Result>(
  url: string,
  work: (client: pg.Client, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mainstay backup',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 0,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort(new Failure('The connection to the database was lost.')));
  await client.connect();
  try {
    const result = await work(client, lost.signal);
    lost.signal.throwIfAborted();
    return result;
  } catch (error) {
    // A lost connection is the cause of any later failure.
    lost.signal.throwIfAborted();
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Blocks svc-attachments' sweeper until the connection ends, because an object referenced by the snapshot must still
 * exist when it is copied. See svc-attachments/src/sweeper/object-removals.ts.
 */
export const blockRemovals = (client: pg.Client) =>
  client.query(`SELECT pg_advisory_lock(hashtext('attachments.object_removals'))`);

/** Releases the lock of {@link blockRemovals}. @throws Error when the lock was lost before */
export async function releaseRemovals(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_advisory_unlock(hashtext('attachments.object_removals')) AS held`,
  );
  if (!rows[0]?.held) throw new Error('Objects may have been removed during the backup.');
}

/** The names of all applied migrations, by schema. */
export async function readMigrations(client: pg.Client): Promise<Record<string, string[]>> {
  const entries: [string, string[]][] = [];
  const schemas = await client.query<{ name: string }>(SCHEMAS);
  if (schemas.rows.length === 0) throw new Error('the database has no schema of a service');
  for (const { name: schema } of schemas.rows) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM ${nameOf({ schema, name: MIGRATIONS })} ORDER BY id`,
    );
    entries.push([schema, rows.map(({ name }) => name)]);
  }
  return Object.fromEntries(entries);
}

export interface ListedTable extends Omit<Table, 'rows'> {
  /** What a backup contains of each column, as an SQL expression. */
  values: string[];
}

/**
 * All tables of the services, with their stored columns. The number of a transaction (`xid8`) means nothing in another
 * cluster, and would be one of the future where the counter is lower: a backup has 0 instead, which is before all others.
 */
export async function listTables(client: pg.Client): Promise<ListedTable[]> {
  const { rows } = await client.query<ListedTable>(
    `SELECT n.nspname AS schema, c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns,
       array_agg(CASE a.atttypid WHEN 'xid8'::regtype THEN '0' ELSE quote_ident(a.attname) END ORDER BY a.attnum) AS values
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname IN (${SCHEMAS}) AND c.relkind = 'r' AND c.relname <> $1
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [MIGRATIONS],
  );
  return rows;
}

/** The state of all sequences that generate keys of those tables. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_sequences
     WHERE schemaname IN (${SCHEMAS}) AND sequencename NOT LIKE $1 || '%' ORDER BY 1, 2`,
    [MIGRATIONS],
  );
  const sequences: Sequence[] = [];
  for (const sequence of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${nameOf(sequence)}`,
    );
    const [row] = state.rows;
    if (row) sequences.push({ ...sequence, ...row });
  }
  return sequences;
}

/** The rows of a table in PostgreSQL's text format; `rowCount` is set at the end. */
export const copyTableOut = (client: pg.Client, { values, ...table }: ListedTable) =>
  client.query(to(`COPY (SELECT ${values.join(', ')} FROM ${nameOf(table)}) TO STDOUT`));

/**
 * One line for each object that a row refers to: its key, a tab, and its size in bytes, or `\N` where no row has the
 * size.
 */
export const copyObjectKeysOut = (client: pg.Client) =>
  client.query(
    to(`COPY (
      SELECT 'attachments/' || id, file_size FROM attachments.attachments
      UNION ALL SELECT object_key, NULL FROM attachments.thumbnails WHERE object_key IS NOT NULL
    ) TO STDOUT`),
  );

/** @returns the number of inserted rows. */
export async function copyTableIn(client: pg.Client, table: Table, rows: Readable): Promise<number> {
  const copy = client.query(from(`COPY ${nameOf(table)} (${columnsOf(table)}) FROM STDIN`));
  await pipeline(rows, copy);
  return copy.rowCount;
}

export async function setSequence(client: pg.Client, sequence: Sequence): Promise<void> {
  const { lastValue, isCalled } = sequence;
  await client.query('SELECT setval($1::regclass, $2, $3)', [nameOf(sequence), lastValue, isCalled]);
}

export const nameOf = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

const columnsOf = ({ columns }: { columns: string[] }): string =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ');
