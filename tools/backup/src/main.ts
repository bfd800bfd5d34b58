import { createReadStream, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { z } from 'zod';
import { checkFolder, newFolder, type NewFolder } from './backup-folder.ts';
import { Failure } from './failure.ts';
import { inParallel } from './in-parallel.ts';
import { openObjects, storageSettings } from './objects.ts';
import { areSameMigrations, type Migrations } from './same-migrations.ts';

const usage = `Usage, with DATABASE_URL and the storage's settings in the environment:
  backup <folder>               takes a backup into a new folder, while the services run
  restore <folder> [--replace]  checks a backup and puts it into a migrated, empty system
  check <folder>                compares every file with its checksum`;

/** The backup is complete, but some referenced objects were already missing when it was taken. */
const OBJECTS_WERE_MISSING = 3;

const MANIFEST = 'manifest.json';

const named = z.object({ schema: z.string(), name: z.string() });
const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Applied migrations by schema, oldest first; a restore needs the same ones. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(named.extend({ columns: z.array(z.string()).min(1), rows: z.number() })),
  sequences: z.array(named.extend({ lastValue: z.string(), isCalled: z.boolean() })),
  objects: z.number(),
  /** Keys of referenced objects that were missing, or had another size, when the backup was taken. */
  missingObjects: z.array(z.string()),
});
type Manifest = z.infer<typeof manifestSchema>;
type Table = Manifest['tables'][number];

/** A superuser, or a role that may read (for a restore, write) every table and set `session_replication_role`. */
const settingsSchema = z
  .object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) })
  .and(storageSettings);
type Settings = z.infer<typeof settingsSchema>;

/** The services' schemas as created by provisioning: each has its own owner role. */
const SCHEMAS = `SELECT nspname::text AS name FROM pg_namespace JOIN pg_roles r ON r.oid = nspowner
  WHERE rolname = nspname || '_owner' ORDER BY nspname`;

/**
 * The tables with their stored columns, and what a backup has of each column as an SQL expression. The number of a
 * transaction (`xid8`) means nothing in another cluster, and would be one of the future where the counter is lower: a
 * backup has 0 instead, which is before all others.
 */
const TABLES = `SELECT n.nspname AS schema, c.relname AS name,
    array_agg(a.attname::text ORDER BY a.attnum) AS columns,
    string_agg(CASE a.atttypid WHEN 'xid8'::regtype THEN '0' ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attnum) AS values
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE n.nspname IN (${SCHEMAS}) AND c.relkind = 'r' AND c.relname <> 'migrations'
  GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`;

const SEQUENCES = `SELECT schemaname AS schema, sequencename AS name, last_value IS NOT NULL AS "isCalled",
    coalesce(last_value, start_value)::text AS "lastValue"
  FROM pg_sequences WHERE schemaname IN (${SCHEMAS}) AND sequencename NOT LIKE 'migrations%' ORDER BY 1, 2`;

interface StoredObject {
  key: string;
  size: number | null;
}
/** The objects that rows refer to; the size is null where no row has it. */
const OBJECTS = `SELECT 'attachments/' || id AS key, file_size AS size FROM attachments.attachments
  UNION ALL SELECT object_key, NULL FROM attachments.thumbnails WHERE object_key IS NOT NULL`;

/** While this lock is taken, svc-attachments removes no object (svc-attachments/src/sweeper/object-removals.ts). */
const REMOVALS = `hashtext('attachments.object_removals')`;

/**
 * Copies the database as it is at one moment, and then the objects its rows name, while the services run. An object is
 * stored before its row and never changed, and none is removed meanwhile, so both are consistent. The folder gets its
 * name once it is complete.
 * @throws Failure when the folder exists already, or cannot be written
 */
async function takeBackup(settings: Settings, folder: string): Promise<Manifest> {
  const files = await newFolder(folder);
  try {
    const manifest = await withDatabase(settings, async (client, signal): Promise<Manifest> => {
      await client.query(`SELECT pg_advisory_lock(${REMOVALS})`);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const takenAt = new Date().toISOString();
      const migrations = await readMigrations(client);
      const tables = await copyTables(client, files);
      const { rows: sequences } = await client.query<Manifest['sequences'][number]>(SEQUENCES);
      const { rows: stored } = await client.query<StoredObject>(OBJECTS);
      // Copying the objects may take long: it needs the lock on removals, but not the snapshot.
      await client.query('COMMIT');
      const copied = await copyObjects(settings, stored, files, signal);
      const unlocked = await client.query<{ held: boolean }>(
        `SELECT pg_advisory_unlock(${REMOVALS}) AS held`,
      );
      if (!unlocked.rows[0]?.held) throw new Error('Objects may have been removed during the backup.');
      return { format: 1, takenAt, migrations, tables, sequences, ...copied };
    });
    await files.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
    await files.complete();
    return manifest;
  } catch (error) {
    await files.remove();
    throw error;
  }
}

async function copyTables(client: pg.Client, files: NewFolder): Promise<Table[]> {
  const tables: Table[] = [];
  const listed = await client.query<Omit<Table, 'rows'> & { values: string }>(TABLES);
  for (const { values, ...table } of listed.rows) {
    const copy = client.query(to(`COPY (SELECT ${values} FROM ${nameOf(table)}) TO STDOUT`));
    await files.write(fileOf(table), copy, createGzip());
    tables.push({ ...table, rows: copy.rowCount });
  }
  return tables;
}

async function copyObjects(
  settings: Settings,
  stored: StoredObject[],
  files: NewFolder,
  signal: AbortSignal,
): Promise<Pick<Manifest, 'objects' | 'missingObjects'>> {
  const storage = openObjects(settings);
  const missingObjects: string[] = [];
  let objects = 0;
  await inParallel(stored, async ({ key, size }) => {
    signal.throwIfAborted();
    const source = await storage.read(key);
    const bytes = source && (await files.write(`objects/${key}`, source));
    if (bytes === undefined || (size !== null && bytes !== size)) missingObjects.push(key);
    if (bytes !== undefined) objects += 1;
  });
  return { objects, missingObjects: missingObjects.sort() };
}

/**
 * Restores a backup into a migrated database and a storage, both without user data. Every checksum is compared before
 * anything is changed; then the objects are written, and finally all rows in one transaction.
 * @throws Failure for a damaged backup, other migrations, or a system that is not empty (unless it is to be replaced).
 */
async function restoreBackup(settings: Settings, folder: string, replace: boolean): Promise<Manifest> {
  const names = await checkFolder(folder);
  const read = manifestSchema.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  if (!read.success)
    throw new Failure(`${join(folder, MANIFEST)} has a format that this command cannot read.`);
  const manifest = read.data;
  const storage = openObjects(settings);
  await withDatabase(settings, async (client) => {
    await client.query('BEGIN');
    const migrations = await readMigrations(client);
    const last = (all: Migrations) => Object.values(all).map((each) => each.at(-1) ?? 'none');
    if (!areSameMigrations(migrations, manifest.migrations))
      throw new Failure(
        'The backup is of another version: restore it with the version that took it, then upgrade. ' +
          `Its last migrations: ${last(manifest.migrations).join(', ')}; here: ${last(migrations).join(', ')}.`,
      );
    // Blocks other sessions from the check until the end of the restore.
    const all = manifest.tables.map(nameOf).join(', ');
    await client.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`);
    const { rowCount } = await client.query(
      'SELECT FROM auth.users UNION ALL SELECT FROM core.locations LIMIT 1',
    );
    if (!replace && (rowCount !== 0 || !(await storage.areNone())))
      throw new Failure(
        `There are ${rowCount === 0 ? 'files in the storage' : 'users or locations in the database'}: ` +
          'restore into an empty system, or replace its data with --replace.',
      );
    const keys = names.filter((name) => name.startsWith('objects/')).map((name) => name.slice(8));
    await inParallel(keys, (key) => storage.write(key, join(folder, 'objects', key)));
    // Disables the triggers: their audit entries and counts are part of the backup.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(`TRUNCATE ${all}`);
    for (const table of manifest.tables) {
      const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
      const copy = client.query(from(`COPY ${nameOf(table)} (${columns}) FROM STDIN`));
      await pipeline(createReadStream(join(folder, fileOf(table))), createGunzip(), copy);
    }
    for (const { lastValue, isCalled, ...sequence } of manifest.sequences)
      await client.query('SELECT setval($1::regclass, $2, $3)', [nameOf(sequence), lastValue, isCalled]);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
  return manifest;
}

/** A connection for the duration of `work`, without timeouts. The signal is aborted when the connection is lost. */
async function withDatabase<Result>(
  { DATABASE_URL }: Settings,
  work: (client: pg.Client, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    application_name: 'mainstay backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort(new Failure('The connection to the database was lost.')));
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    return await work(client, lost.signal);
  } finally {
    await client.end();
    // A lost connection is the cause of any later failure.
    lost.signal.throwIfAborted();
  }
}

/**
 * The names of all applied migrations, by schema.
 * @throws Failure naming a schema whose service has not migrated
 */
async function readMigrations(client: pg.Client): Promise<Migrations> {
  const migrations: Migrations = {};
  for (const { name: schema } of (await client.query<{ name: string }>(SCHEMAS)).rows) {
    const table = nameOf({ schema, name: 'migrations' });
    const { rows } = await client
      .query<{ name: string }>(`SELECT name FROM ${table} ORDER BY timestamp`)
      .catch((cause: unknown) => {
        const isMissing = cause instanceof pg.DatabaseError && cause.code === '42P01';
        if (!isMissing) throw cause;
        throw new Failure(`The schema ${schema} is not migrated: run the migrations of all services first.`, {
          cause,
        });
      });
    migrations[schema] = rows.map(({ name }) => name);
  }
  if (Object.keys(migrations).length === 0)
    throw new Failure('The database has no schema of a service: run the migrations of all services first.');
  return migrations;
}

const nameOf = ({ schema, name }: z.infer<typeof named>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
const fileOf = ({ schema, name }: z.infer<typeof named>): string => `database/${schema}.${name}.copy.gz`;

/** @throws Failure naming all faulty settings. `NAME_FILE` is the path of a file that contains `NAME`. */
function readSettings(): Settings {
  const given = new Map(Object.entries(process.env).filter(([, value]) => value !== ''));
  for (const [name, path = ''] of given) {
    // Other programs have variables ending in _FILE too; the schema reports a missing setting.
    if (!name.endsWith('_FILE') || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    given.set(name.slice(0, -'_FILE'.length), readFileSync(path, 'utf8').trimEnd());
  }
  const { data, error } = settingsSchema.safeParse(Object.fromEntries(given));
  if (data) return data;
  const faults = error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Failure(`Invalid settings:\n${faults.join('\n')}`);
}

const sizeOf = ({ tables, objects }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables and ${objects} objects`;

async function run([command = '', ...args]: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw new Failure(usage);
  const folder = resolve(given);
  if (command === 'check') {
    console.log(`All ${(await checkFolder(folder)).length} files in ${folder} match their checksums.`);
    return 0;
  }
  if (command === 'restore') {
    const manifest = await restoreBackup(readSettings(), folder, values.replace);
    console.log(`Restored ${sizeOf(manifest)}, as they were at ${manifest.takenAt}.`);
    return 0;
  }
  if (command !== 'backup') throw new Failure(usage);
  const manifest = await takeBackup(readSettings(), folder);
  console.log(`${folder} is a backup of ${sizeOf(manifest)}.`);
  for (const key of manifest.missingObjects) console.error(`Missing in the storage, or damaged: ${key}`);
  return manifest.missingObjects.length === 0 ? 0 : OBJECTS_WERE_MISSING;
}

/**
 * An unexpected error, without the values that it may have: parameters, `detail` and `where` of PostgreSQL contain
 * rows, and messages of invalid JSON and of its class 22 (data exceptions) quote them.
 */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join('\n');
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? String(error.code) : '';
  const isOfValue = error.name === 'SyntaxError' || /^22\w{3}$/.test(code);
  const message = isOfValue ? error.message.split(/["':]/, 1)[0] : error.message;
  return `${error.name}${code && ` ${code}`}: ${message}`;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Failure ? error.message : textOf(error));
  process.exitCode = 1;
}
