import { expect, it } from '@jest/globals';
import { matchesSearch } from './matches-search.ts';

const ticket = { title: 'Fryer 77', location: { name: 'Café Nord' }, purchaseOrder: 'PO-900', number: 1042 };

it.each([
  ['1042', true],
  ['# 1042', true],
  ['#01042', true],
  ['＃１０４２', true],
  ['77', true],
  ['cafe nord', true],
  ['po\u2011900', true],
  ['104', false],
  ['#77', false],
  ['# 104', false],
])('a ticket is found by %j: %s', (text, isFound) => {
  expect(matchesSearch(ticket, text)).toBe(isFound);
});

it('what has no number is found by its text alone', () => {
  expect(matchesSearch({ title: 'Clean hood #7', location: { name: 'Elm' } }, '#7')).toBe(true);
});
