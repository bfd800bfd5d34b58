import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkFolder } from './checksums.ts';
import { Failure } from './failure.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { readSettings } from './settings.ts';
import { takeBackup } from './take-backup.ts';

const usage = `Usage, with DATABASE_URL and the storage's settings in the environment:
  backup <folder>               takes a backup into a new folder, while the services run
  restore <folder> [--replace]  checks a backup and puts it into a migrated, empty system
  check <folder>                compares every file with its checksum`;

/** The backup is complete, but some referenced objects were already missing when it was taken. */
const OBJECTS_WERE_MISSING = 3;

async function run([command = '', ...args]: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw new Failure(usage);
  const folder = resolve(given);
  switch (command) {
    case 'backup': {
      const manifest = await takeBackup(readSettings(process.env), folder);
      console.log(`${folder} is a backup of ${sizeOf(manifest)}.`);
      for (const key of manifest.missingObjects) console.error(`Missing in the storage, or damaged: ${key}`);
      return manifest.missingObjects.length === 0 ? 0 : OBJECTS_WERE_MISSING;
    }
    case 'restore': {
      const manifest = await restoreBackup(readSettings(process.env), folder, values);
      console.log(`Restored ${sizeOf(manifest)}, as they were at ${manifest.takenAt}.`);
      return 0;
    }
    case 'check':
      console.log(`All ${(await checkFolder(folder)).length} files in ${folder} match their checksums.`);
      return 0;
    default:
      throw new Failure(usage);
  }
}

function sizeOf({ tables, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${objects} objects`;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
