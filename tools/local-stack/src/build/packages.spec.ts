import { expect, it } from '@jest/globals';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../machine/folders.ts';
import { listPackages } from './packages.ts';

const packages = listPackages();

/** The services whose request limits the sources of a folder import, as their files. */
function importedLimits(folder: string): string[] {
  const sources = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root });
  const texts = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  return [...texts.matchAll(/from '@mainstay\/(svc-[a-z-]+)\/limits'/g)].map(
    ([, name]) => `${name}/openapi.limits.ts`,
  );
}

it('the build of each front end reads the request limits that it imports, and a service none', () => {
  const importing = packages.filter(({ path }) => importedLimits(path).length > 0);
  expect(importing.length).toBeGreaterThan(3);
  for (const { path, limits } of importing)
    expect(limits).toEqual(expect.arrayContaining(importedLimits(path)));
  for (const { limits } of packages.filter(({ path }) => path.startsWith('svc-'))) expect(limits).toEqual([]);
});

it('a folder without package.json, left behind by another branch, is no package', () => {
  const path = `svc-left-behind-${process.pid}`;
  mkdirSync(join(root, path, 'dist'), { recursive: true });
  try {
    expect(listPackages()).toEqual(packages);
  } finally {
    rmSync(join(root, path), { recursive: true });
  }
});
