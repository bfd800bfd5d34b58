import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOfPackages, fingerprintOfResult, fingerprintOfSources } from './fingerprint.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/main.ts'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const sources = () => fingerprintOfSources(folder, ['.']);
const lockfile = (packages: object) =>
  fingerprintOfPackages(JSON.stringify({ packages: { '': {}, ...packages } }));

it.each([
  ['src/main.ts', true],
  ['src/other.ts', true],
  ['package.json', true],
  ['src/main.spec.ts', false],
  ['test/main.ts', false],
  ['dist/main.js', false],
  ['node_modules/x/index.js', false],
  ['.cache/x', false],
])('the fingerprint of the sources: a change of %s changes it: %s', (file, changes) => {
  const before = sources();
  mkdirSync(join(folder, file, '..'), { recursive: true });
  writeFileSync(join(folder, file), 'two');
  expect(sources() !== before).toBe(changes);
});

it('the fingerprint of the sources is the same elsewhere and for a file that is written again', () => {
  const before = sources();
  writeFileSync(join(folder, 'src/main.ts'), 'one');
  expect(sources()).toBe(before);
  const moved = `${folder}-moved`;
  cpSync(folder, moved, { recursive: true });
  expect(fingerprintOfSources(moved, ['.'])).toBe(before);
  rmSync(moved, { recursive: true });
});

it('the fingerprint of the lockfile changes with a version, and not with a package of the checkout', () => {
  const before = lockfile({ 'node_modules/x': { version: '1.0.0' } });
  expect(lockfile({ 'node_modules/x': { version: '1.0.1' } })).not.toBe(before);
  const added = { 'svc-y': { version: '0.1.0' }, 'node_modules/@mainstay/svc-y': { link: true } };
  expect(lockfile({ ...added, 'node_modules/x': { version: '1.0.0' } })).toBe(before);
});

it('the fingerprint of a result changes with a file that was written again, and a missing one', () => {
  const before = fingerprintOfResult(folder);
  utimesSync(join(folder, 'src/main.ts'), 1, 1);
  const touched = fingerprintOfResult(folder);
  rmSync(join(folder, 'src/main.ts'));
  expect(new Set([before, touched, fingerprintOfResult(folder)]).size).toBe(3);
});
