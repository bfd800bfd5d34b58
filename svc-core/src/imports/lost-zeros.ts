import { keyOf } from '../fields/key-of.ts';

/** The key of a number without the leading zeros, which spreadsheets remove. */
export const withoutZeros = (text: string): string => keyOf(text).replace(/^0+/, '');

interface Numbered {
  text: string;
  /** Where a number is unique, if not everywhere. */
  place?: string;
}

/**
 * Finds new numbers that differ by leading zeros only from one that is there, or from one that an earlier row adds.
 * @param there numbers with the sentence that says so
 * @returns a function for each row in turn, with its line if it adds the number; it returns the error, if it is one
 */
export function lostZeros(
  there: readonly (Numbered & { words: string })[],
): (row: Numbered & { line?: number | undefined }) => string | undefined {
  const nameOf = ({ place = '', text }: Numbered) => `${place}\t${withoutZeros(text)}`;
  const known = new Map(there.map(({ words, ...each }) => [nameOf(each), { key: keyOf(each.text), words }]));
  return ({ line, ...row }) => {
    const key = keyOf(row.text);
    const found = known.get(nameOf(row));
    if (found) return found.key === key ? undefined : `Did a spreadsheet remove zeros? ${found.words}`;
    if (line !== undefined) known.set(nameOf(row), { key, words: `Line ${line} has ${row.text}.` });
    return undefined;
  };
}

const isDigits = (value: unknown): value is string =>
  typeof value === 'string' && /^\d[\d ().+/-]*$/.test(value);

/** Whether digits, such as a ZIP code or a phone number, are others without some or all of their leading zeros. */
export const lacksZeros = (value: unknown, whole: unknown): boolean =>
  isDigits(value) &&
  isDigits(whole) &&
  whole.length > value.length &&
  /^0+$/.test(whole.slice(0, -value.length)) &&
  whole.endsWith(value);
