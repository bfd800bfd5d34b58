import { expect, it } from '@jest/globals';
import { isInForce } from './days.ts';

/** 23:00 on March 5 in New York. */
const now = new Date('2026-03-06T04:00:00Z');

it.each([
  ['2026-03-05', 'America/New_York', true],
  ['2026-03-05', 'UTC', false],
  ['2026-03-04', 'America/New_York', false],
  [null, 'UTC', false],
])('a warranty until %s is in force in %s: %s', (until, timeZone, expected) => {
  expect(isInForce(until, now, timeZone)).toBe(expected);
});
