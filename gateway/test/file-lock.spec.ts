import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeFileLock } from '../src/file-lock.ts';

let folder: string;
let file: string;
let holder: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, '.lock');
});
afterEach(() => {
  holder?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Another process that has the lock for so long, or until it is killed. */
async function holdElsewhere(milliseconds: number): Promise<ChildProcess> {
  const program = `
    const { takeFileLock } = await import(${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))});
    const lock = takeFileLock(${JSON.stringify(file)}, 0);
    console.log('held');
    setTimeout(() => lock.close(), ${milliseconds});`;
  holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!holder.stdout) throw new Error('its output is piped');
  await once(holder.stdout, 'data');
  return holder;
}

it('has one holder at a time', () => {
  const lock = takeFileLock(file, 0);
  expect(lock).toBeDefined();
  expect(takeFileLock(file, 0)).toBeUndefined();
  lock?.close();
  const next = takeFileLock(file, 0);
  expect(next).toBeDefined();
  next?.close();
});

it('waits for another process to close it', async () => {
  await holdElsewhere(300);
  expect(takeFileLock(file, 0)).toBeUndefined();
  const lock = takeFileLock(file, 10_000);
  expect(lock).toBeDefined();
  lock?.close();
});

it('is free when its holder is killed', async () => {
  const killed = await holdElsewhere(60_000);
  expect(takeFileLock(file, 100)).toBeUndefined();
  const ended = once(killed, 'exit');
  killed.kill('SIGKILL');
  await ended;
  const lock = takeFileLock(file, 0);
  expect(lock).toBeDefined();
  lock?.close();
});

it('throws when the file cannot be opened', () => {
  expect(() => takeFileLock(join(folder, 'missing/.lock'), 0)).toThrow('unable to open database file');
});
