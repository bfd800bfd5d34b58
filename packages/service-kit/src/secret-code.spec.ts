import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { hashOfCode, isCode, newCode } from './secret-code.ts';

const codes = Array.from({ length: 2000 }, newCode);

describe('a code', () => {
  it('is 26 characters of base32 that end in two zero bits, and never the same', () => {
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{25}[aeimquy4]$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('is random in each of its 128 bits', () => {
    const bitsOf = (code: string): string =>
      Array.from(code, (letter) =>
        'abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter).toString(2).padStart(5, '0'),
      ).join('');
    const ones = Array.from({ length: 130 }, () => 0);
    for (const code of codes) {
      for (const [at, bit] of Array.from(bitsOf(code)).entries()) ones[at] = (ones[at] ?? 0) + Number(bit);
    }
    // Further than seven standard deviations from a half is no chance.
    for (const count of ones.slice(0, 128)) expect(Math.abs(count - 1000)).toBeLessThan(160);
    expect(ones.slice(128)).toEqual([0, 0]);
  });
});

it('is stored as its SHA-256', () => {
  const code = 'abcdefghijklmnopqrstuvwxya';
  expect(hashOfCode(code)).toEqual(createHash('sha256').update('abcdefghijklmnopqrstuvwxya').digest());
  expect(hashOfCode(code)).toHaveLength(32);
});

it.each([
  ['abcdefghijklmnopqrstuvwxya', true],
  ['234567abcdefghijklmnopqrs4', true],
  ['abcdefghijklmnopqrstuvwxyb', false],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYA', false],
  ['abcdefghijklmnopqrstuvwxy', false],
  ['abcdefghijklmnopqrstuvwxyaa', false],
  ['abcdefghijklmnopqrstuvwx1a', false],
  ['abcdefghijklmnopqrstuvwxya\n', false],
  ['', false],
])('%j: %s', (text, expected) => {
  expect(isCode(text)).toBe(expected);
});
