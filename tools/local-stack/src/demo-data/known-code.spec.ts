import { expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, keepKnownCode } from './known-code.ts';

it('is made once for each folder, in the form of the codes on stickers, for its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'known-code-'));
  const state = join(folder, 'state');
  const { code, isNew } = keepKnownCode(state);
  expect(isNew).toBe(true);
  expect(code).toMatch(/^[a-z2-7]{25}[aeimquy4]$/);
  expect(keepKnownCode(state)).toEqual({ code, isNew: false });
  expect(readFileSync(join(state, 'demo-code'), 'utf8')).toBe(`${code}\n`);
  expect(statSync(join(state, 'demo-code')).mode & 0o777).toBe(0o600);
  expect(keepKnownCode(join(folder, 'other')).code).not.toBe(code);
  rmSync(folder, { recursive: true });
});

it('is stored as its SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
