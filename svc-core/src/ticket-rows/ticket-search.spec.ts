import { expect, it } from '@jest/globals';
import { ticketNumberIn } from './ticket-search.ts';

it.each([
  ['#1042', 1042, true],
  ['# 1042', 1042, true],
  ['#01042', 1042, true],
  ['#\u00a0\u20091042', 1042, true],
  ['＃１０４２', 1042, true],
  ['1042', 1042, false],
  ['001042', 1042, false],
  ['#999999999999999', 999_999_999_999_999, true],
])('%s', (text, number, isExact) => {
  expect(ticketNumberIn(text)).toEqual({ number, isExact });
});

it.each([
  '#9999999999999999',
  '9'.repeat(255),
  '#0',
  '0',
  '#',
  '',
  '# 10 42',
  '-5',
  '1e3',
  '#12 oven',
  'oven #12',
])('%s is no number', (text) => {
  expect(ticketNumberIn(text)).toBeUndefined();
});
