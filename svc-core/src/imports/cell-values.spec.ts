import { describe, expect, it } from '@jest/globals';
import { dayFrom } from '../fields/day.ts';
import { upperMoney } from '../fields/money.ts';
import { cellReaders, cellTypeOf, type CellValue, spreadsheetFault } from './cell-values.ts';

const { day } = cellReaders(',', 'USD');
const messageOf = (found: CellValue): string => ('message' in found ? found.message : '');

it('knows days and amounts by the schema of the field', () => {
  expect(cellTypeOf(dayFrom(1900).nullable().optional())).toBe('day');
  expect(cellTypeOf(upperMoney.nullable().optional())).toBe('amount');
  expect(cellTypeOf(upperMoney.refine((amount) => amount !== '1.00').default('2'))).toBe('amount');
  expect(cellTypeOf(undefined)).toBe('text');
});

describe('a day', () => {
  it.each([
    '2027-12-31',
    '12/31/2027',
    '31/12/2027',
    '31.12.2027',
    '31. 12. 2027',
    '31-12-2027',
    '2027/12/31',
    '2027.12.31.',
    '2027-12-31 00:00:00',
    '2027-12-31T00:00',
    '2027-12-31T00:00:00.000',
    '12/31/2027 0:00',
    '12/31/2027 12:00:00 AM',
    '12/31/2027, 12:00:00\u202fam',
    '31-Dec-2027',
    'Dec 31, 2027',
    'Friday, December 31, 2027',
    '31. december 2027',
  ])('%j is the last day of 2027', (text) => {
    expect(day(text)).toEqual({ value: '2027-12-31' });
  });

  it.each([
    ['1/13/2027', '2027-01-13'],
    ['13.1.2027', '2027-01-13'],
    ['2027/3/5', '2027-03-05'],
    ['3/3/2027', '2027-03-03'],
    ['03.3.2027', '2027-03-03'],
    ['5-May-2027', '2027-05-05'],
  ])('%j is %s', (text, value) => {
    expect(day(text)).toEqual({ value });
  });

  it.each(['3/5/2027', '03/05/2027', '3-5-2027', '3.5.2027 00:00', '3/5/2027 0:00'])(
    '%j could be two days, which both are named',
    (text) => {
      const message = messageOf(day(text));
      expect(message).toMatch(/^Write 2027-03-05 or 2027-05-03: 0?3.0?5.2027 could be either\.$/);
    },
  );

  it.each([
    '13/13/2027',
    '2/30/2027',
    '31.4.2027',
    '0/5/2027',
    '2027-13-01',
    '2027-02-30',
    '12/31/27',
    '12/31-2027',
    '12/31/2027 14:30',
    '2027-12-31T00:00:00Z',
    '46752',
    'soon',
    '31 Foo 2027',
    '5 ma 2027',
    `${' '.repeat(100)}2027-12-31`,
  ])('%j is none', (text) => {
    const found = day(text);
    expect('value' in found && dayFrom(1900).safeParse(found.value).success).toBe(false);
  });
});

describe('an amount', () => {
  const amount = (text: string, separator = ',', currency = 'USD') =>
    cellReaders(separator, currency).amount(text);

  it.each([
    ['1299.50', '1299.50'],
    ['$1,299.50', '1299.50'],
    ['$ 1,299.50', '1299.50'],
    ['1,299.50 $', '1299.50'],
    ['US$1299.5', '1299.5'],
    ['USD 1,299.50', '1299.50'],
    ['1,299.50usd', '1299.50'],
    ['1 299.50', '1299.50'],
    ['1\u202f299\u00a0000,50', '1299000.50'],
    ["1'299.50", '1299.50'],
    ['1’299’000', '1299000'],
    ['1.299,50', '1299.50'],
    ['1,299,000', '1299000'],
    ['1.299.000', '1299000'],
    ['1299,50', '1299.50'],
    ['12,5', '12.5'],
    ['.50', '0.50'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['\u22125.00', '-5.00'],
  ])('%j is %s, whatever separates the cells', (text, value) => {
    for (const separator of [',', ';', '\t']) expect(amount(text, separator)).toEqual({ value });
  });

  it.each([
    ['1,299', ',', { value: '1299' }],
    ['$1,299', ',', { value: '1299' }],
    ['1.299', ';', { value: '1299' }],
    ['1.299', ',', { message: 'Write 1299.00 if it is that: 1.299 could also be 1.299.' }],
    ['1,299', ';', { message: 'Write 1299.00 if it is that: 1,299 could also be 1.299.' }],
    ['1,299', '\t', { message: expect.any(String) }],
    ['1.299', '\t', { message: expect.any(String) }],
  ])('%j between %j is %j', (text, separator, expected) => {
    expect(amount(text, separator)).toEqual(expected);
  });

  it.each([
    ['EUR', '1.299,50 €'],
    ['EUR', 'eur 1299.50'],
    ['CAD', 'CA$1,299.50'],
    ['CAD', 'C$1,299.50'],
    ['CHF', "CHF 1'299.50"],
  ])('is in %s: %j', (currency, text) => {
    expect(amount(text, ';', currency)).toEqual({ value: '1299.50' });
  });

  it.each(['€5', '5 GBP', 'CAD 5', 'CA$5'])('%j is in another currency', (text) => {
    expect(messageOf(amount(text))).toBe('Must be in USD.');
  });

  it.each([
    '',
    'free',
    '5 each',
    '1,29,00',
    '12.34.56',
    '1,299 50',
    '0.299',
    '1299.500',
    '--5',
    '-$-5',
    '1.2E+05',
  ])('%j is none', (text) => {
    expect(upperMoney.safeParse(Reflect.get(amount(text), 'value')).success).toBe(false);
    expect(messageOf(amount(text))).toBe('');
  });
});

it.each([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#NAME?',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  '#SPILL!',
  '#CALC!',
  '#####',
  '###',
  '#NV',
  '#WERT!',
  '#BEZUG!',
  '#ÜBERLAUF!',
  '#N/D',
  '#¡VALOR!',
  '#¿NOMBRE?',
  'Err:502',
  '#GETTING_DATA',
])('%s is an error of a spreadsheet', (text) => {
  expect(spreadsheetFault(text)).toBe('A spreadsheet left an error here.');
});

it.each(['1.23457E+11', '1,23457E+11', '1E+11', '-1.2e+15'])(
  '%s is a number that Excel shortened',
  (text) => {
    expect(spreadsheetFault(text)).toBe('Excel shortened this number: format the column as text.');
  },
);

it.each(['#5 fryer', '1e5', '1E5', '12E+45', '#12', '#1!', 'N/A', 'A #REF! of old', 'Error:502', '#', ''])(
  '%j is what somebody typed',
  (text) => {
    expect(spreadsheetFault(text)).toBeUndefined();
  },
);
