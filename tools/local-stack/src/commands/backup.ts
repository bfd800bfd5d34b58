import { join } from 'node:path';
import { type CommandContext, setting } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { root } from '../machine/folders.ts';
import { attempt } from '../processes/run-command.ts';
import { stateFolder, withStateFolder } from '../system/state-folder.ts';
import { readSystemRecord } from '../system/system-record.ts';

/** `mainstay backup <folder>`: of the running system, or of the data of a stopped one. */
export function backup(context: CommandContext): Promise<number> {
  const stateDir = stateFolder();
  return withStateFolder(
    { ...context, stateDir },
    async (supervisor) => {
      const { readSecrets } = await import('../system/secrets.ts');
      const { startDatabase, storageDirOf } = await import('../system/system.ts');
      const databaseUrl = await startDatabase(
        { ...context, stateDir, supervisor, isThrowAway: false, databaseUrl: setting('DATABASE_URL') },
        readSecrets(stateDir).postgres,
      );
      return runBackup('backup', { databaseUrl, storageDir: storageDirOf(stateDir) }, context);
    },
    async () => {
      const record = readSystemRecord(stateDir);
      if (!record) throw new Failure('Mainstay is starting: try again once it is ready.');
      return runBackup('backup', record, context);
    },
  );
}

/**
 * Runs the command of the package backup with the settings of a system.
 * @returns its exit code.
 */
export async function runBackup(
  name: 'backup' | 'restore',
  { databaseUrl, storageDir }: { databaseUrl: string; storageDir: string },
  { args, signal }: CommandContext,
): Promise<number> {
  const storage = setting('S3_BUCKET') ? { STORAGE_DRIVER: 's3' } : { STORAGE_DIR: storageDir };
  const { code, output } = await attempt(
    process.execPath,
    [join(root, 'tools/backup/src/main.ts'), name, ...args],
    { env: { ...process.env, ...storage, DATABASE_URL: databaseUrl }, signal },
  );
  console.log(output.trimEnd());
  return code;
}
