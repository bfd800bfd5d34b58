import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../failure.ts';
import { identityOf, isAlive, isKnownProcess, type KnownProcess } from './process-identity.ts';

/** Held by the process that wrote the file, for as long as that process lives. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the lock file `path`, waiting up to `waitMs` for its holder to go away; a dead holder's lock is taken over.
 * @returns the lock, or the pid of the process that holds it.
 */
export async function takeLock(path: string, waitMs: number): Promise<FolderLock | number> {
  const me = { name: 'mainstay', pid: process.pid, identity: identityOf(process.pid), stopSignal: 'SIGTERM' };
  const deadline = Date.now() + waitMs;
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const holder = holderOf(path);
    if (holder === undefined) {
      rmSync(path, { force: true });
      writeIfAbsent(path, JSON.stringify(me));
      // Two commands may find the same dead holder: the file says which of them was last.
      await sleep(50);
      if (readHolder(path)?.pid === process.pid) return { release: () => rmSync(path, { force: true }) };
    } else if (Date.now() >= deadline) {
      return holder;
    } else {
      await sleep(100);
    }
  }
}

/** The pid of the living process that holds the lock file `path`, if there is one. */
export function holderOf(path: string): number | undefined {
  const holder = readHolder(path);
  return holder && isAlive(holder) ? holder.pid : undefined;
}

function readHolder(path: string): KnownProcess | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isKnownProcess(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function writeIfAbsent(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
