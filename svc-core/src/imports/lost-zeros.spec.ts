import { expect, it } from '@jest/globals';
import { lacksZeros, lostZeros } from './lost-zeros.ts';

it.each([
  ['4101', '04101', true],
  ['4101-1234', '04101-1234', true],
  ['0', '000', true],
  ['04101', '4101', false],
  ['4101', '14101', false],
  ['4101', '04102', false],
  ['12 AB', '012 AB', false],
  ['.50', '0.50', false],
  ['4101', '4101', false],
  ['4101', null, false],
])('whether %j lacks zeros of %j: %s', (value, whole, expected) => {
  expect(lacksZeros(value, whole)).toBe(expected);
});

it('finds a number that differs by leading zeros from one that is there or that an earlier row adds', () => {
  const find = lostZeros([{ text: '0071', words: 'Store 0071 is there.' }]);
  const there = 'Did a spreadsheet remove zeros? Store 0071 is there.';
  expect(
    ['71', '00071', '710', '8-a', '08-A', '8-A', '0'].map((text, row) => find({ text, line: row + 2 })),
  ).toEqual([
    there,
    there,
    undefined,
    undefined,
    'Did a spreadsheet remove zeros? Line 5 has 8-a.',
    undefined,
    undefined,
  ]);
});

it('compares only what is in the same place', () => {
  const find = lostZeros([{ text: '012', place: 'A', words: 'Serial 012 is there.' }]);
  expect([find({ text: '12', place: 'B' }), find({ text: '12', place: 'A' })]).toEqual([
    undefined,
    'Did a spreadsheet remove zeros? Serial 012 is there.',
  ]);
});
