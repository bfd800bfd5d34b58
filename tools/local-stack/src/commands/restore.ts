import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import { folderOf, listServices } from '../build/service-files.ts';
import { runBackup } from './backup.ts';
import { type CommandContext, setting } from './command-context.ts';
import { Failure } from '../failure.ts';
import { ownFolder } from '../machine/folders.ts';
import { takeLock } from '../processes/folder-lock.ts';
import { stopOrphans, Supervisor } from '../processes/supervisor.ts';

/** `mainstay restore <folder> [--replace]`: creates database, roles and tables, and fills them from a backup. */
export async function restore(context: CommandContext): Promise<number> {
  const { progress, signal } = context;
  const stateDir = resolve(setting('MAINSTAY_STATE_DIR') ?? ownFolder);
  const lock = await takeLock(join(stateDir, 'run', 'lock.json'), 0);
  if (typeof lock === 'number') throw new Failure(`Mainstay runs (process ${lock}): stop it first.`);
  const supervisor = new Supervisor(stateDir, (text) => progress.say(text));
  try {
    await stopOrphans(stateDir);
    await prepareCheckout(progress, signal, listServices().map(folderOf));
    const { provision } = await import('../database/provision.ts');
    const { migrate } = await import('../database/migrate.ts');
    const { readSecrets } = await import('../system/secrets.ts');
    const { startDatabase, storageDirOf } = await import('../system/system.ts');
    const secrets = readSecrets(stateDir);
    const databaseUrl = await startDatabase(
      { ...context, stateDir, supervisor, isThrowAway: false, databaseUrl: setting('DATABASE_URL') },
      secrets.postgres,
    );
    await provision(databaseUrl, secrets.roles);
    await migrate(databaseUrl, secrets.roles, signal);
    const storageDir = storageDirOf(stateDir);
    mkdirSync(storageDir, { recursive: true, mode: 0o700 });
    const code = await runBackup('restore', { databaseUrl, storageDir }, context);
    if (code !== 0) return code;
    // Sessions from after the backup must not survive: the restored users do not know whether they were ended.
    rmSync(join(stateDir, 'redis'), { recursive: true, force: true });
    return 0;
  } finally {
    await supervisor.stop();
    lock.release();
  }
}
