import { DatabaseSync } from 'node:sqlite';

/** This process has the lock until it closes it or ends. */
interface FileLock {
  close(): void;
}

/**
 * Takes the lock of a file, which is created if it is missing. The lock is SQLite's, so the operating system releases
 * it when the process ends, however it ends. Blocks this process for up to `waitMs` while another one has the lock.
 * @returns undefined if another one still has it then
 * @throws when the file cannot be opened
 */
export function takeFileLock(file: string, waitMs: number): FileLock | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (String(error).endsWith('database is locked')) return undefined;
    throw error;
  }
}
