import { expect, it } from '@jest/globals';
import { formatMoney } from './money.ts';

it.each([
  ['640.00', 'USD', '$640.00'],
  ['-99999.99', 'USD', '-$99,999.99'],
  ['9999999999.99', 'USD', '$9,999,999,999.99'],
  ['5.50', 'EUR', '€5.50'],
])('%s %s is written as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text);
});
