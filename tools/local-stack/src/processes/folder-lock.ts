import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** This process has the lock until it releases it or ends. */
interface FolderLock {
  release(): void;
}

const PAUSE_MS = 50;
/** How long a process may have the lock before its pid is in the file. */
const NOTE_WAIT_MS = 5000;

/**
 * Takes the lock `path`, waiting up to `waitMs`. The file names the process that has it.
 * @returns the lock, or the pid of the process that has it.
 */
export async function takeLock(path: string, waitMs: number): Promise<FolderLock | number> {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  for (;;) {
    const lock = tryLock(path);
    if (lock) {
      writeFileSync(path, String(process.pid));
      return {
        release: () => {
          rmSync(path, { force: true });
          lock.close();
        },
      };
    }
    const holder = readPid(path);
    if (Date.now() >= deadline && holder !== undefined) return holder;
    if (Date.now() >= deadline + NOTE_WAIT_MS)
      throw new Error(`${path} is locked, but does not name the process`);
    await sleep(PAUSE_MS);
  }
}

/** The pid of the process that has the lock `path`, if any. */
export function holderOf(path: string): number | undefined {
  const holder = readPid(path);
  const lock = holder === undefined ? undefined : tryLock(path);
  lock?.close();
  return lock ? undefined : holder;
}

/** SQLite's lock of a file beside it, which the operating system releases when the process ends, however it ends. */
function tryLock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(`${path}.sqlite`, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if (String(error).endsWith('database is locked')) return undefined;
    throw error;
  }
}

function readPid(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
