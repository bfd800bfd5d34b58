import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explained } from '../src/unwritable.ts';

const main = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unwritable-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The command as it runs in the container; it does not reach a database. */
const backup = (target: string) =>
  spawnSync(process.execPath, [main, 'backup', target], {
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', STORAGE_DIR: folder },
    encoding: 'utf8',
  });

it('a backup into a folder that cannot be written prints one message, and exits with 1', async () => {
  await writeFile(join(folder, 'file'), '');
  const { status, stdout, stderr } = backup(join(folder, 'file/2026-07-01'));
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The backup cannot be written to \/\S+: part of the path is not a folder \(ENOTDIR, user \d+\)\. In a container, .*\n$/,
  );
});

const fault = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(code), { code, syscall, ...(path !== undefined && { path }) });

it.each([
  ['EACCES', 'mkdir', '/backups/x.unfinished', 'this user may not write there'],
  ['EROFS', 'mkdir', '/backups', 'the file system is read-only'],
  ['ENOSPC', 'write', undefined, 'the disk is full'],
])('%s of %s in %s: %s', (code, syscall, path, words) => {
  expect(explained(fault(code, syscall, path), '/backups/x')).toMatchObject({
    name: 'Failure',
    message: expect.stringContaining(`cannot be written to /backups/x: ${words} (${code}`),
  });
});

it.each([
  ['ENOENT', 'connect', '/run/postgresql/.s.PGSQL.5432'],
  ['EACCES', 'open', '/data/attachments/1/object'],
  ['ECONNREFUSED', 'connect', undefined],
])('%s of %s in %s is no matter of the folder, and stays as it came', (code, syscall, path) => {
  const error = fault(code, syscall, path);
  expect(explained(error, '/backups/x')).toBe(error);
});
