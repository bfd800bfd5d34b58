import { expect, it } from '@jest/globals';
import { moneyWords } from './money-words.ts';

it.each([
  ['USD', '1640.00', '$1,640.00'],
  ['JPY', '640.50', '¥640.50'],
])('in %s %s reads %s', (currency, amount, words) => {
  expect(moneyWords(amount, currency)).toBe(words);
});
