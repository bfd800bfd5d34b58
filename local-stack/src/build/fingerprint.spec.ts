import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOfResult, fingerprintOfSources } from './fingerprint.ts';

let room: string;

beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'fingerprint-'));
  mkdirSync(join(room, 'src'));
  writeFileSync(join(room, 'src/main.ts'), 'one');
});

afterEach(() => rmSync(room, { recursive: true }));

describe('fingerprintOfSources', () => {
  it.each(['src/main.ts', 'src/other.ts', 'package.json'])('changes with %s', (file) => {
    const before = fingerprintOfSources([room]);
    writeFileSync(join(room, file), 'two');
    expect(fingerprintOfSources([room])).not.toBe(before);
  });

  it.each(['src/main.spec.ts', 'test/main.ts', 'dist/main.js', 'node_modules/x/index.js', '.cache/x'])(
    'does not change with %s',
    (file) => {
      const before = fingerprintOfSources([room]);
      mkdirSync(join(room, file, '..'), { recursive: true });
      writeFileSync(join(room, file), 'two');
      expect(fingerprintOfSources([room])).toBe(before);
    },
  );

  it('does not change when a file is written again as it was', () => {
    const before = fingerprintOfSources([room]);
    writeFileSync(join(room, 'src/main.ts'), 'one');
    expect(fingerprintOfSources([room])).toBe(before);
  });
});

describe('fingerprintOfResult', () => {
  it('notices a file that someone else wrote again', () => {
    const before = fingerprintOfResult(room);
    utimesSync(join(room, 'src/main.ts'), 1, 1);
    expect(fingerprintOfResult(room)).not.toBe(before);
  });

  it('notices a file that is gone', () => {
    const before = fingerprintOfResult(room);
    rmSync(join(room, 'src/main.ts'));
    expect(fingerprintOfResult(room)).not.toBe(before);
  });
});
