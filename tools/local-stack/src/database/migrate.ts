import { join } from 'node:path';
import { buildOf } from '../build/build.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import { readNote, writeNote } from './notes.ts';
import { type RolePasswords, urlFor, withConnection } from './provision.ts';

/**
 * Runs the migrations of services (all, if absent), one after the other, each as the owner of its schema. A service
 * whose current build has already migrated this database is skipped.
 */
export async function migrate(
  adminUrl: string,
  passwords: RolePasswords,
  signal: AbortSignal,
  services = listServices(),
): Promise<void> {
  for (const service of services) {
    const folder = folderOf(service);
    const build = buildOf(folder);
    if ((await readNote(adminUrl, `migrated-${folder}`)) === build) continue;
    await run(process.execPath, ['dist/database/migrate.js'], {
      cwd: join(root, folder),
      env: { ...process.env, MIGRATION_DATABASE_URL: urlFor(adminUrl, `${service.schema}_owner`, passwords) },
      signal,
      failure: `The migrations of ${folder} failed.`,
    });
    await withConnection(adminUrl, (client) => writeNote(client, `migrated-${folder}`, build));
  }
}
