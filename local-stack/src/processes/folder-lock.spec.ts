import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from './folder-lock.ts';
import { identityOf } from './process-identity.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'run/lock.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(pid: number, identity: string | undefined): void {
  writeFileSync(path, JSON.stringify({ name: 'other', pid, identity, stopSignal: 'SIGTERM' }));
}

describe('takeLock', () => {
  it('can be taken again after its release', async () => {
    for (let round = 0; round < 2; round += 1) {
      const lock = await takeLock(path, 0);
      if (typeof lock === 'number') throw new Error('the lock was not free');
      lock.release();
    }
  });

  it('names the process that holds it, until that process ends', async () => {
    const first = await takeLock(path, 0);
    expect(first).not.toBe(expect.any(Number));
    const holder = spawn('sleep', ['60']);
    const pid = holder.pid ?? 0;
    write(pid, identityOf(pid));
    await expect(takeLock(path, 200)).resolves.toBe(pid);

    const ended = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await ended;
    await expect(takeLock(path, 0)).resolves.toHaveProperty('release');
  });

  it('is not fooled by a later process with the same pid', async () => {
    await takeLock(path, 0);
    write(process.pid, 'an earlier boot/1');
    await expect(takeLock(path, 0)).resolves.toHaveProperty('release');
  });

  it('is taken over from a file that makes no sense', async () => {
    await takeLock(path, 0);
    writeFileSync(path, '{"pid":');
    await expect(takeLock(path, 0)).resolves.toHaveProperty('release');
  });
});
