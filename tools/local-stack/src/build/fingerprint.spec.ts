import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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

describe('fingerprintOfSources', () => {
  it.each(['src/main.ts', 'src/other.ts', 'package.json'])('changes with %s', (file) => {
    const before = fingerprintOfSources(folder, ['.']);
    writeFileSync(join(folder, file), 'two');
    expect(fingerprintOfSources(folder, ['.'])).not.toBe(before);
  });

  it.each(['src/main.spec.ts', 'test/main.ts', 'dist/main.js', 'node_modules/x/index.js', '.cache/x'])(
    'does not change with %s',
    (file) => {
      const before = fingerprintOfSources(folder, ['.']);
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), 'two');
      expect(fingerprintOfSources(folder, ['.'])).toBe(before);
    },
  );

  it('does not depend on the location of the checkout', () => {
    const before = fingerprintOfSources(folder, ['.']);
    const moved = `${folder}-moved`;
    cpSync(folder, moved, { recursive: true });
    expect(fingerprintOfSources(moved, ['.'])).toBe(before);
    rmSync(moved, { recursive: true });
  });

  it('does not change when a file is rewritten with the same content', () => {
    const before = fingerprintOfSources(folder, ['.']);
    writeFileSync(join(folder, 'src/main.ts'), 'one');
    expect(fingerprintOfSources(folder, ['.'])).toBe(before);
  });
});

describe('fingerprintOfPackages', () => {
  const lockfile = (packages: object) => JSON.stringify({ packages: { '': { name: 'all' }, ...packages } });
  const before = fingerprintOfPackages(lockfile({ 'node_modules/x': { version: '1.0.0' } }));

  it('changes with a version', () => {
    expect(fingerprintOfPackages(lockfile({ 'node_modules/x': { version: '1.0.1' } }))).not.toBe(before);
  });

  it('does not change with a package of the checkout', () => {
    const added = { 'svc-y': { version: '0.1.0' }, 'node_modules/@mainstay/svc-y': { link: true } };
    expect(fingerprintOfPackages(lockfile({ ...added, 'node_modules/x': { version: '1.0.0' } }))).toBe(
      before,
    );
  });
});

describe('fingerprintOfResult', () => {
  it('notices a file that was rewritten', () => {
    const before = fingerprintOfResult(folder);
    utimesSync(join(folder, 'src/main.ts'), 1, 1);
    expect(fingerprintOfResult(folder)).not.toBe(before);
  });

  it('notices a missing file', () => {
    const before = fingerprintOfResult(folder);
    rmSync(join(folder, 'src/main.ts'));
    expect(fingerprintOfResult(folder)).not.toBe(before);
  });
});
