import { expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areDependenciesCurrent } from './dependencies.ts';

const wanted = {
  '': { version: '1.0.0' },
  'node_modules/left': { version: '2.0.0' },
  'node_modules/for-another-platform': { version: '3.0.0', optional: true },
};

it.each([
  ['only optional packages are missing', { 'node_modules/left': { version: '2.0.0' } }, true],
  ['a version is written with a v', { 'node_modules/left': { version: 'v2.0.0' } }, true],
  ['nothing is installed', undefined, false],
  ['a package is missing', {}, false],
  ['another version is installed', { 'node_modules/left': { version: '2.0.1' } }, false],
])('dependencies when %s: %j are current: %s', (_name, installed, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  const write = (file: string, packages: object) =>
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  mkdirSync(join(folder, 'node_modules'));
  write('package-lock.json', wanted);
  if (installed) write('node_modules/.package-lock.json', installed);
  expect(areDependenciesCurrent(folder)).toBe(expected);
  rmSync(folder, { recursive: true });
});
