import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { areDependenciesCurrent } from './dependencies.ts';

let folder: string;

const wanted = {
  '': { version: '1.0.0' },
  'node_modules/left': { version: '2.0.0' },
  'node_modules/for-another-platform': { version: '3.0.0', optional: true },
};

function write(file: string, packages: object): void {
  writeFileSync(join(folder, file), JSON.stringify({ packages }));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
  mkdirSync(join(folder, 'node_modules'));
  write('package-lock.json', wanted);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('areDependenciesCurrent', () => {
  it('is satisfied when only optional packages are missing', () => {
    write('node_modules/.package-lock.json', { 'node_modules/left': { version: '2.0.0' } });
    expect(areDependenciesCurrent(folder)).toBe(true);
  });

  it('is satisfied by a version that is written with a v', () => {
    write('node_modules/.package-lock.json', { 'node_modules/left': { version: 'v2.0.0' } });
    expect(areDependenciesCurrent(folder)).toBe(true);
  });

  it('is not when nothing is installed', () => {
    expect(areDependenciesCurrent(folder)).toBe(false);
  });

  it('is not when a package is missing or another version of it is there', () => {
    write('node_modules/.package-lock.json', {});
    expect(areDependenciesCurrent(folder)).toBe(false);
    write('node_modules/.package-lock.json', { 'node_modules/left': { version: '2.0.1' } });
    expect(areDependenciesCurrent(folder)).toBe(false);
  });
});
