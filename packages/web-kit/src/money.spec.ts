import { expect, it } from '@jest/globals';
import { formatMoney } from './money.ts';

it.each([
  ['640.00', 'USD', '$640.00'],
  ['-12.50', 'USD', '-$12.50'],
  ['9999999999.99', 'USD', '$9,999,999,999.99'],
  ['640.00', 'EUR', '€640.00'],
  ['640.50', 'JPY', '¥640.50'],
])('%s in %s is %s', (amount, currency, words) => {
  expect(formatMoney(amount, currency)).toBe(words);
});
