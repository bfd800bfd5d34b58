import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holderOf, takeLock } from './folder-lock.ts';

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

async function takeAndRelease(): Promise<void> {
  const lock = await takeLock(path, 0);
  if (typeof lock === 'number') throw new Error(`process ${lock} has the lock`);
  lock.release();
}

/** Another process that takes the lock: it prints "taken" and goes on, or prints the pid of the holder and ends. */
async function contender(waitMs: number): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    const { takeLock } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
    const lock = await takeLock(${JSON.stringify(path)}, ${waitMs});
    console.log(typeof lock === 'number' ? lock : 'taken');
    if (typeof lock !== 'number') setInterval(() => lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

it('can be taken again after its release, and despite what a dead process left in its file', async () => {
  for (const left of ['', '{"pid":', String(process.pid)]) {
    await takeAndRelease();
    writeFileSync(path, left);
    expect(holderOf(path)).toBeUndefined();
  }
});

it('names the process that has it, and is taken by one of those that wait when that process is killed', async () => {
  const first = await contender(0);
  expect(first.said).toBe('taken');
  await expect(takeLock(path, 200)).resolves.toBe(first.child.pid);
  expect(holderOf(path)).toBe(first.child.pid);
  const waiting = [contender(20_000), contender(20_000), contender(20_000)];
  await expect(takeLock(path, 500)).resolves.toBe(first.child.pid);
  const [, paused] = children;
  paused?.kill('SIGSTOP');
  first.child.kill('SIGKILL');
  const second = await Promise.race(waiting);
  expect(second.said).toBe('taken');
  // One that was paused meanwhile does not take it, too.
  paused?.kill('SIGCONT');
  await expect(takeLock(path, 1000)).resolves.toBe(second.child.pid);
});
