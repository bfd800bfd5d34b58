import { expect, it } from '@jest/globals';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../machine/folders.ts';
import { listPackages } from './packages.ts';

/** The services whose request limits the sources of a folder import, as their files. */
function importedLimits(folder: string): string[] {
  const sources = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root });
  const texts = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const names = [...texts.matchAll(/from '@mainstay\/(svc-[a-z-]+)\/limits'/g)].map(([, name]) => name);
  return [...new Set(names)].map((name) => `${name}/openapi.limits.ts`);
}

const packages = listPackages();
const importing = packages.filter(({ path }) => importedLimits(path).length > 0);

it('finds who imports limits', () => {
  expect(importing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['shell', 'mf-maintenance', 'mf-locations', 'mf-employees']),
  );
});

it.each(importing)('the build of $path reads the request limits that it imports', ({ path, limits }) => {
  expect(limits).toEqual(expect.arrayContaining(importedLimits(path)));
});

it.each(packages.filter(({ path }) => path.startsWith('svc-')))(
  'the build of $path reads the limits of no other service',
  ({ limits }) => {
    expect(limits).toEqual([]);
  },
);

it('a folder without package.json, left behind by another branch, is no package', () => {
  const path = `svc-left-behind-${process.pid}`;
  mkdirSync(join(root, path, 'dist'), { recursive: true });
  try {
    expect(listPackages()).toEqual(packages);
  } finally {
    rmSync(join(root, path), { recursive: true });
  }
});
