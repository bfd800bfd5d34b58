import { expect, it } from '@jest/globals';
import { ticketNumberIn } from './ticket-search.ts';

it.each([
  ['#1042', 1042],
  ['#1', 1],
  ['#999999999999999', 999_999_999_999_999],
  ['#9999999999999999', undefined],
  ['1042', undefined],
  ['#0', undefined],
  ['#01', undefined],
  ['#', undefined],
  ['#12 oven', undefined],
  ['oven #12', undefined],
  [undefined, undefined],
])('%s', (text, number) => {
  expect(ticketNumberIn(text)).toBe(number);
});
