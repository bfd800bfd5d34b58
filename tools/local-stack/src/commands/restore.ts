import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { runBackup } from './backup.ts';
import { type CommandContext, setting } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { stateFolder, withStateFolder } from '../system/state-folder.ts';

/** `mainstay restore <folder> [--replace]`: creates database, roles and tables, and fills them from a backup. */
export function restore(context: CommandContext): Promise<number> {
  const { progress, signal } = context;
  const stateDir = stateFolder();
  return withStateFolder(
    { stateDir, progress },
    async (supervisor) => {
      await prepareCheckout(progress, signal, listServices().map(folderOf));
      const { provision } = await import('../database/provision.ts');
      const { migrate } = await import('../database/migrate.ts');
      const { readSecrets } = await import('../system/secrets.ts');
      const { startDatabase, storageDirOf } = await import('../system/system.ts');
      const { postgres, roles } = readSecrets(stateDir);
      const databaseUrl = await startDatabase(
        { ...context, stateDir, supervisor, isThrowAway: false, databaseUrl: setting('DATABASE_URL') },
        postgres,
      );
      await provision(databaseUrl, roles);
      await migrate(databaseUrl, roles, signal);
      const storageDir = storageDirOf(stateDir);
      mkdirSync(storageDir, { recursive: true, mode: 0o700 });
      const code = await runBackup('restore', { databaseUrl, storageDir }, context);
      // Sessions from after the backup must not survive: the restored users do not know whether they were ended.
      if (code === 0) rmSync(join(stateDir, 'redis'), { recursive: true, force: true });
      return code;
    },
    (pid) => Promise.reject(new Failure(`Mainstay runs (process ${pid}): stop it first.`)),
  );
}
