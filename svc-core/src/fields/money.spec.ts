import { describe, expect, it } from '@jest/globals';
import { cents, moneyBetween, upperMoney } from './money.ts';

const amount = moneyBetween('-99999.99', '999999.99');

describe('money in a request', () => {
  it.each([
    ['5', '5.00'],
    ['5.5', '5.50'],
    ['5.00', '5.00'],
    ['0.07', '0.07'],
    ['-12.5', '-12.50'],
    ['-99999.99', '-99999.99'],
    ['999999.99', '999999.99'],
  ])('%s is %s', (text, stored) => {
    expect(amount.parse(text)).toBe(stored);
  });

  it.each([
    '',
    '+5',
    ' 5',
    '5 ',
    '5.',
    '.5',
    '5.001',
    '05',
    '1e3',
    '1,000',
    '5,00',
    '--5',
    'NaN',
    '٥',
    5,
    null,
  ])('%j is refused', (value) => {
    expect(amount.safeParse(value).success).toBe(false);
  });

  it.each(['-100000', '1000000', '999999999999999999999'])('%s is out of range', (text) => {
    expect(amount.safeParse(text).success).toBe(false);
  });

  it('has limits to the cent', () => {
    expect(upperMoney.parse('9999999999.99')).toBe('9999999999.99');
    for (const text of ['10000000000', '-0.01']) expect(upperMoney.safeParse(text).success).toBe(false);
  });
});

it.each([
  ['0.00', 0n],
  ['640.05', 64005n],
  ['-0.50', -50n],
  ['9999999999.99', 999999999999n],
])('%s in hundredths', (text, expected) => {
  expect(cents(text)).toBe(expected);
});
