import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildId } from './build-id.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-id-'));
  writeFileSync(join(folder, 'remote.tsx'), 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('depends only on the sources', () => {
  const before = buildId([folder]);
  expect(before).toMatch(/^[0-9a-f]{12}$/);
  writeFileSync(join(folder, 'remote.spec.tsx'), 'a test');
  expect(buildId([folder])).toBe(before);
  writeFileSync(join(folder, 'remote.tsx'), 'two');
  expect(buildId([folder])).not.toBe(before);
});
