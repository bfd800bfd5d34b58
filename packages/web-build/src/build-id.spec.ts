import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildId } from './build-id.ts';

let folder: string;
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const writeManifest = (devDependencies: Record<string, string>) =>
  write('package.json', JSON.stringify({ dependencies: { chart: '1.0.0' }, devDependencies }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-id-'));
  mkdirSync(join(folder, 'src'));
  write('src/remote.tsx', 'one');
  writeManifest({});
});
afterEach(() => rmSync(folder, { recursive: true }));

it('depends only on the sources', () => {
  const before = buildId([folder]);
  expect(before).toMatch(/^[0-9a-f]{12}$/);
  write('src/remote.spec.tsx', 'a test');
  expect(buildId([folder])).toBe(before);
  write('src/remote.tsx', 'two');
  expect(buildId([folder])).not.toBe(before);
});

const entry = (version: string, dependencies = {}) => ({
  version,
  integrity: `sha512-${version}`,
  dependencies,
});
const locked = {
  'node_modules/chart': entry('1.0.0', { colour: '1.0.0' }),
  'node_modules/colour': entry('1.0.0'),
};

it.each([
  ['one that another remote has added', { 'node_modules/map': entry('1.0.0') }, false],
  ['its own', { 'node_modules/chart': entry('1.0.1', { colour: '1.0.0' }) }, true],
  ['one that its own needs', { 'node_modules/colour': entry('1.0.1') }, true],
  [
    'one that its own now has in its folder',
    { 'node_modules/chart/node_modules/colour': entry('2.0.0') },
    true,
  ],
])('of the npm packages, %s changes it as it should', (_, change, changes) => {
  const idWith = (packages: object) => buildId([folder], JSON.stringify({ packages }));
  expect(idWith({ ...locked, ...change }) !== idWith(locked)).toBe(changes);
});

it('depends on the limits of the services that the package names alone', () => {
  const before = buildId([folder]);
  writeManifest({ msw: '1.0.0' });
  expect(buildId([folder])).toBe(before);
  writeManifest({ '@mainstay/svc-core': '0.1.0' });
  expect(buildId([folder])).not.toBe(before);
});
