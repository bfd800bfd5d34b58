import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasShapeOf } from '../shape.ts';

/** This process has the lock until it releases it or ends. */
export interface FolderLock {
  release(): void;
}

/** How long a process may have the lock before its pid is in the file. */
const NOTE_WAIT_MS = 5000;

/**
 * Takes the lock `path`, waiting up to `waitMs` for its holder to end. Its note names the holder; the lock
 * itself is that of a file beside it, and ends with its holder.
 * @returns the lock, or the pid of the process that holds it.
 */
export async function takeLock(path: string, waitMs: number): Promise<FolderLock | number> {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  for (;;) {
    const lock = tryLock(path);
    if (lock) {
      writeFileSync(path, JSON.stringify({ pid: process.pid }));
      return {
        release: () => {
          rmSync(path, { force: true });
          lock.close();
        },
      };
    }
    if (Date.now() >= deadline) {
      const holder = readNote(path);
      if (holder !== undefined) return holder;
      if (Date.now() >= deadline + NOTE_WAIT_MS)
        throw new Error(`${path} is locked, but the file does not name the process`);
    }
    await sleep(50);
  }
}

/** The pid of the process that has the lock `path`, if any. */
export function holderOf(path: string): number | undefined {
  const holder = readNote(path);
  if (holder === undefined) return undefined;
  const lock = tryLock(path);
  lock?.close();
  return lock ? undefined : holder;
}

/** SQLite's lock, which the operating system releases when the process ends, however it ends. */
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

/** The lock file names the process that has the lock. */
function readNote(path: string): number | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return hasShapeOf({ pid: 0 }, note) && Number.isInteger(note.pid) ? note.pid : undefined;
  } catch {
    // No file, or one that is being written.
    return undefined;
  }
}
