import { z } from 'zod';
import { amounts } from '../fields/money.ts';

/**
 * What a cell says in the API's form, or why it cannot be read. What is in no known form is left to the API's check.
 */
export type CellValue = { value: string } | { message: string };

export type CellType = 'text' | 'day' | 'amount';
export type CellReaders = Record<CellType, (text: string) => CellValue>;

/** How a file writes the values of a field, by the field's schema in a request. */
export function cellTypeOf(schema: unknown): CellType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return cellTypeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodISODate) return 'day';
  return schema instanceof z.ZodType && amounts.get(schema) !== undefined ? 'amount' : 'text';
}

/**
 * @param separator of the file's cells
 * @param currency the code of all amounts
 */
export const cellReaders = (separator: string, currency: string): CellReaders => ({
  text: (value) => ({ value }),
  day: readDay,
  amount: amountReader(separator, currency),
});

/** The longest forms that are looked at: a day with its weekday, an amount with its currency. */
const LONGEST = 60;

/** `#N/A`, `#REF!`, `#¡VALOR!`, `#####`, `Err:502`: also as German, French, Spanish and other programs write them. */
const LEFT_ERROR =
  /^(?:#(?:N\/[A-Z]|NV|GETTING_DATA|[¡¿]?[\p{Lu}/0]{2,}[!?]|#{2,})|(?:Err|Fehler)\s?:\d{3})$/u;
/** `1.23457E+11`; not `1e5`, which people type. */
const SHORTENED = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** What a spreadsheet did to a cell, if its value is lost. */
export function spreadsheetFault(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  if (LEFT_ERROR.test(text)) return 'A spreadsheet left an error here.';
  if (SHORTENED.test(text)) return 'Excel shortened this number: format the column as text.';
  return undefined;
}

const MIDNIGHT = /(?:T|[\s,]+)(?:00?:00(?::00(?:[.,]0+)?)?|12:00(?::00)?\s?AM)$/i;
const YEAR_FIRST = /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/;
/** `31-Dec-2027`, `Friday, December 31, 2027`. */
const IN_WORDS =
  /^(?:[a-z]{3,9},?\s+)?(?:(?<day>\d{1,2})[-.\s]+(?<month>[a-z]{3,9})|(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2}))[-,.\s]+(?<year>\d{4})$/i;
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long' }).format(new Date(2027, month)).toLowerCase(),
);

const isoDay = (year: string, month: string | number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12;

/** A day as spreadsheets write it. Where both numbers may be the month, it is unknown which is. */
function readDay(text: string): CellValue {
  if (text.length > LONGEST) return { value: text };
  const day = text.replace(MIDNIGHT, '');
  const first = YEAR_FIRST.exec(day);
  if (first) return { value: isoDay(first[1] ?? '', first[3] ?? '', first[4] ?? '') };
  const [, one = '', , other = '', year = ''] = YEAR_LAST.exec(day) ?? [];
  if (year !== '') {
    const [monthFirst, dayFirst] = [isoDay(year, one, other), isoDay(year, other, one)];
    if (isMonth(one) && isMonth(other) && monthFirst !== dayFirst) {
      return { message: `Write ${monthFirst} or ${dayFirst}: ${day} could be either.` };
    }
    return { value: isMonth(one) ? monthFirst : dayFirst };
  }
  const words = IN_WORDS.exec(day)?.groups;
  const month = MONTHS.findIndex((name) => name.startsWith(words?.['month']?.toLowerCase() ?? ' ')) + 1;
  return { value: month === 0 ? text : isoDay(words?.['year'] ?? '', month, words?.['day'] ?? '') };
}

/** Digits, in groups of three or not. */
const WHOLE = /^\d*$|^\d{1,3}([ .,'’])\d{3}(?:\1\d{3})*$/;
const AMOUNT = /^(-?) ?([^-\d\s.,'’]{0,4}) ?(-?) ?([\d .,'’]*\d) ?([^-\d\s.,'’]{0,4})$/;

/** A currency's code and signs: `USD`, `$` and `US$`. */
function signsOf(currency: string): Set<string> {
  const signs = (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
  );
  const withCountry = signs.flatMap((sign) => [currency.slice(0, 2) + sign, currency.slice(0, 1) + sign]);
  return new Set([currency, ...signs, ...withCountry]);
}

/** An amount as sheets write it, such as `$1,299.50` or `1.299,50 €`. */
function amountReader(separator: string, currency: string): (text: string) => CellValue {
  const signs = signsOf(currency);
  return (text) => {
    const plain = text.length > LONGEST ? '' : text.replaceAll(/\s+/g, ' ').replace('\u2212', '-');
    const [found, minus = '', before = '', inner = '', digits = '', after = ''] = AMOUNT.exec(plain) ?? [];
    const sign = `${before}${after}`.toUpperCase();
    if (found === undefined || (minus !== '' && inner !== '')) return { value: text };
    if (sign !== '' && !signs.has(sign)) {
      return /\p{Sc}|^[A-Z]{3}$/u.test(sign) ? { message: `Must be in ${currency}.` } : { value: text };
    }
    const amount = readNumber(digits, separator);
    return 'value' in amount ? { value: `${minus}${inner}${amount.value ?? text}` } : amount;
  };
}

/**
 * Undefined for what is no amount. Three digits behind a single mark are thousands only if the file's separator says
 * so.
 */
function readNumber(text: string, separator: string): { value: string | undefined } | { message: string } {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const [before, mark, after] =
    at < 0 ? [text, '', ''] : [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const isThousands = mark !== '' && before.includes(mark);
  if (mark === '' || isThousands) {
    return { value: WHOLE.test(text) ? text.replaceAll(/\D/g, '') : undefined };
  }
  if (!WHOLE.test(before)) return { value: undefined };
  const whole = before.replaceAll(/\D/g, '');
  if (/^\d{1,2}$/.test(after)) return { value: `${whole === '' ? '0' : whole}.${after}` };
  if (!/^[1-9]\d{0,2}$/.test(before) || !/^\d{3}$/.test(after)) return { value: undefined };
  if (mark === THOUSANDS.get(separator)) return { value: `${whole}${after}` };
  return { message: `Write ${whole}${after}.00 if it is that: ${text} could also be ${whole}.${after}.` };
}

/** Where a comma separates cells, it is not the decimal one; programs use semicolons where it is. */
const THOUSANDS = new Map([
  [',', ','],
  [';', '.'],
]);
