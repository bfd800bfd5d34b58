import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FolderLock, holderOf, takeLock } from './folder-lock.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'run/lock.json');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function take(waitMs = 0): Promise<FolderLock> {
  const lock = await takeLock(path, waitMs);
  if (typeof lock === 'number') throw new Error(`process ${lock} holds the lock`);
  return lock;
}

/** Another process that takes the lock: it prints "held" and keeps it, or prints the pid of the holder and ends. */
async function contender(waitMs: number): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    const { takeLock } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
    const lock = await takeLock(${JSON.stringify(path)}, ${waitMs});
    console.log(typeof lock === 'number' ? lock : 'held');
    if (typeof lock !== 'number') setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

describe('takeLock', () => {
  it('can be taken again after its release', async () => {
    (await take()).release();
    (await take()).release();
    expect(holderOf(path)).toBeUndefined();
  });

  it('names the process that holds it, until that process is killed', async () => {
    const { child, said } = await contender(0);
    expect(said).toBe('held');
    await expect(takeLock(path, 200)).resolves.toBe(child.pid);
    expect(holderOf(path)).toBe(child.pid);

    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(holderOf(path)).toBeUndefined();
    (await take()).release();
  });

  it('is taken by one of several processes that wait for a holder that dies, also by one that was paused', async () => {
    const first = await contender(0);
    const waiting = [contender(20_000), contender(20_000), contender(20_000)];
    await expect(takeLock(path, 500)).resolves.toBe(first.child.pid);
    const [, paused] = children;
    paused?.kill('SIGSTOP');
    first.child.kill('SIGKILL');
    const second = await Promise.race(waiting);
    expect(second.said).toBe('held');
    paused?.kill('SIGCONT');
    await expect(takeLock(path, 1000)).resolves.toBe(second.child.pid);
  });

  it('can be taken despite an invalid file, and one that a dead process left', async () => {
    (await take()).release();
    for (const left of ['{"pid":', JSON.stringify({ pid: process.pid })]) {
      writeFileSync(path, left);
      (await take()).release();
    }
  });
});
