import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, keepKnownCode } from './known-code.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'known-code-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('is made once, in the form of the codes on stickers, for its owner only', () => {
  const state = join(folder, 'state');
  const { code, isNew } = keepKnownCode(state);
  expect(isNew).toBe(true);
  // The last character has three bits.
  expect(code).toMatch(/^[a-z2-7]{25}[aeimquy4]$/);
  expect(keepKnownCode(state)).toEqual({ code, isNew: false });
  expect(readFileSync(join(state, 'demo-code'), 'utf8')).toBe(`${code}\n`);
  expect(statSync(join(state, 'demo-code')).mode & 0o777).toBe(0o600);
});

it('is another one in another folder', () => {
  expect(keepKnownCode(join(folder, 'one')).code).not.toBe(keepKnownCode(join(folder, 'two')).code);
});

it('is stored as its SHA-256', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
