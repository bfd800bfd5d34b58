import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ChecksummedFolder } from './checksums.ts';
import {
  copyObjectKeysOut,
  copyTableOut,
  blockRemovals,
  listSequences,
  listTables,
  readMigrations,
  releaseRemovals,
  type Table,
  withDatabase,
} from './database.ts';
import { Failure } from './failure.ts';
import { inParallel } from './in-parallel.ts';
import { MANIFEST, type Manifest, OBJECTS, tableFile } from './manifest.ts';
import { openObjects } from './objects.ts';
import type { Settings } from './settings.ts';
import { explained } from './unwritable.ts';

const OBJECTS_AT_ONCE = 8;

/** The keys that the snapshot's rows name. */
const KEYS = 'database/object-keys.txt';

/**
 * Copies the database as it is at one moment, and then the objects its rows name, while the services run. An object
 * is stored before its row and never changed, and none is removed meanwhile, so both are consistent. The folder gets
 * its name once it is complete. @throws Failure when the folder exists already, or cannot be written
 */
export async function takeBackup(settings: Settings, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new Failure(`${folder} is there already: name a folder that is not.`);
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explained(error, folder);
  }
  const files = new ChecksummedFolder(unfinished);
  try {
    const manifest = await withDatabase(settings.DATABASE_URL, async (client, signal) => {
      await blockRemovals(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const takenAt = new Date().toISOString();
      const migrations = await readMigrations(client);
      const tables: Table[] = [];
      for (const table of await listTables(client)) {
        const { schema, name, columns } = table;
        const copy = copyTableOut(client, table);
        await files.write(tableFile(table), copy, createGzip());
        tables.push({ schema, name, columns, rows: copy.rowCount });
      }
      const sequences = await listSequences(client);
      await files.write(KEYS, copyObjectKeysOut(client));
      // Copying the objects may take long: it needs the lock on removals, but not the snapshot.
      await client.query('COMMIT');
      const { objects, missingObjects } = await copyObjects(settings, files, signal);
      await releaseRemovals(client);
      return { format: 1 as const, takenAt, migrations, tables, sequences, objects, missingObjects };
    });
    await files.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]));
    await files.seal();
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explained(error, folder);
  }
}

async function copyObjects(
  settings: Settings,
  files: ChecksummedFolder,
  signal: AbortSignal,
): Promise<Pick<Manifest, 'objects' | 'missingObjects'>> {
  const objects = openObjects(settings);
  const missingObjects: string[] = [];
  let copied = 0;
  const lines = createInterface({ input: createReadStream(join(files.folder, KEYS)) });
  await inParallel(OBJECTS_AT_ONCE, lines, async (line) => {
    // Without the connection nothing stops the sweeper from removing objects.
    signal.throwIfAborted();
    const [key = '', size] = line.split('\t');
    const source = await objects.read(key);
    const bytes = source && (await files.write(`${OBJECTS}/${key}`, source));
    if (bytes === undefined || (size !== '\\N' && bytes !== Number(size))) missingObjects.push(key);
    if (bytes !== undefined) copied += 1;
  });
  return { objects: copied, missingObjects: missingObjects.sort() };
}
