import { expect, it } from '@jest/globals';
import { lateness } from './lateness.ts';

it.each([
  [0, '1 min', '1 min'],
  [59.9, '59 min', '59 min'],
  [60, '1 h', '1 h'],
  [170, '2 h', '2 h 50 min'],
  [48 * 60 - 1, '47 h', '47 h 59 min'],
  [48 * 60, '2 days', '2 days'],
  [68.1 * 60, '2.8 days', '2.8 days'],
  [1500 * 24 * 60, '1,500 days', '1,500 days'],
])('says how late: %s minutes', (minutes, short, exact) => {
  const ms = minutes * 60_000;
  expect([lateness(ms), lateness(ms, true)]).toEqual([short, exact]);
});
