import type pg from 'pg';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { checkFolder } from './checksums.ts';
import {
  copyTableIn,
  listTables,
  nameOf,
  readMigrations,
  setSequence,
  type Table,
  withDatabase,
} from './database.ts';
import { Failure } from './failure.ts';
import { inParallel } from './in-parallel.ts';
import { type Manifest, OBJECTS, readManifest, tableFile } from './manifest.ts';
import { type Objects, openObjects } from './objects.ts';
import type { Settings } from './settings.ts';

const OBJECTS_AT_ONCE = 8;

/**
 * Restores a backup into a migrated database and a storage, both without user data. Every checksum is compared before
 * anything is changed; then the objects are written, and finally all rows in one transaction.
 * @throws Failure for a damaged backup, other migrations, or a system that is not empty (unless it is to be replaced).
 */
export async function restoreBackup(
  settings: Settings,
  folder: string,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const names = await checkFolder(folder);
  const manifest = await readManifest(folder);
  const objects = openObjects(settings);
  await withDatabase(settings.DATABASE_URL, async (client) => {
    await client.query('BEGIN');
    const tables = await matchTables(client, manifest);
    // Blocks other sessions from the check until the end of the restore.
    const all = tables.map(nameOf).join(', ');
    await client.query(`LOCK TABLE ${all} IN ACCESS EXCLUSIVE MODE`);
    if (!replace) await refuseUnlessEmpty(client, objects);
    await inParallel(
      OBJECTS_AT_ONCE,
      names.filter((name) => name.startsWith(`${OBJECTS}/`)),
      (name) => objects.write(name.slice(OBJECTS.length + 1), join(folder, name)),
    );
    // Disables the triggers: their audit entries and counts are part of the backup.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(`TRUNCATE ${all}`);
    for (const table of tables) await fillTable(client, table, folder);
    for (const sequence of manifest.sequences) await setSequence(client, sequence);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
  return manifest;
}

/** The backup's tables. The database must have the same columns, created by the same migrations. */
async function matchTables(client: pg.Client, manifest: Manifest): Promise<Table[]> {
  const migrations = await readMigrations(client).catch((error: unknown) => {
    throw new Failure('The database is not migrated: run the migrations first.', { cause: error });
  });
  if (!isDeepStrictEqual(migrations, manifest.migrations)) {
    throw new Failure(
      'The backup is of another version: restore it with the version that took it, then upgrade. ' +
        `Its last migrations: ${lastOf(manifest.migrations)}; here: ${lastOf(migrations)}.`,
    );
  }
  const shape = (tables: Omit<Table, 'rows'>[]) =>
    tables.map(({ schema, name, columns }) => ({ schema, name, columns }));
  if (!isDeepStrictEqual(shape(await listTables(client)), shape(manifest.tables))) {
    throw new Failure(
      "The database's tables differ from the backup's, although the migrations are the same.",
    );
  }
  return manifest.tables;
}

const lastOf = (migrations: Record<string, string[]>): string =>
  Object.values(migrations)
    .map((names) => names.at(-1) ?? 'none')
    .join(', ');

async function refuseUnlessEmpty(client: pg.Client, objects: Objects): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM auth.users UNION ALL SELECT FROM core.locations LIMIT 1',
  );
  if (rowCount === 0 && (await objects.areNone())) return;
  throw new Failure(
    `There ${rowCount === 0 ? 'are files in the storage' : 'are users or locations in the database'}: ` +
      'restore into an empty system, or replace its data with --replace.',
  );
}

async function fillTable(client: pg.Client, table: Table, folder: string): Promise<void> {
  const file = createReadStream(join(folder, tableFile(table)));
  const rows = await copyTableIn(client, table, file.pipe(createGunzip()));
  if (rows !== table.rows)
    throw new Failure(`${nameOf(table)} has ${rows} rows after the restore instead of ${table.rows}.`);
}
