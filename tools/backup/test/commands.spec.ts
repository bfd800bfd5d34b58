import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../src/main.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The command as it runs in the container; no database is reached here. */
const run = (args: string[], env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [main, ...args], { env, encoding: 'utf8' });

it('faulty settings are reported together', () => {
  const { status, stdout, stderr } = run(['backup', join(folder, 'new')], { DATABASE_URL: 'x' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Invalid settings:\n {2}DATABASE_URL: .+\n {2}STORAGE_DIR: .+\n$/);
});

it('a folder that cannot be written is reported in one line; a setting may be in a file', () => {
  writeFileSync(join(folder, 'url'), 'postgres://nobody@127.0.0.1:1/nothing\n');
  const env = { DATABASE_URL_FILE: join(folder, 'url'), STORAGE_DIR: folder };
  const { status, stdout, stderr } = run(['backup', join(folder, 'url/2026-07-01')], env);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^The backup cannot be written to \/\S+ by user \d+: .*ENOTDIR.* In a container, .*\n$/,
  );
});
