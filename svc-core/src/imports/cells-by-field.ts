import { unguarded } from '@mainstay/service-kit';
import { type CellReaders, type CellType, spreadsheetFault } from './cell-values.ts';
import { type CsvFile, unreadable } from './csv-file.ts';
import type { ImportRowResponse } from './imports.schemas.ts';
import { mapYielding } from './yielding.ts';

/** A column of a file: the API's name, and the label of the screen. */
export interface ImportColumn {
  field: string;
  label: string;
  type: CellType;
  /** The screen's words for its values; a file may have either. */
  words?: Readonly<Record<string, string>>;
}

/** Cells by field: none for an empty cell, and an empty text for `-`. A cell that cannot be read is as in the file. */
export interface CellsOfLine {
  line: number;
  cells: Map<string, string>;
  errors: ImportRowResponse['errors'];
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

/** Words and names are not longer. */
const LONGEST_WORD = 100;
/** No field takes so much; to say so of each in turn would keep other requests waiting. */
const LONGEST_CELL = 100_000;

/** The API's values of a column by the words of the screen and by themselves. */
const wordsOf = ({ words = {} }: ImportColumn): Map<string, string> =>
  new Map(Object.entries(words).flatMap(([value, word]) => [value, word].map((one) => [plain(one), value])));

/**
 * The cells of each row by field.
 * @param required fields without which no row can be found; of several one is enough
 * @throws Problem 400 for an unknown, a repeated or a missing column, by its name
 */
export async function cellsByField(
  { records: [header, ...records] }: Pick<CsvFile, 'records'>,
  columns: readonly ImportColumn[],
  required: readonly (readonly [string, ...string[]])[],
  readers: CellReaders,
): Promise<CellsOfLine[]> {
  const { line: top, cells: names } = header ?? { line: 1, cells: [] };
  const filled = new Set(
    records.flatMap(({ cells }) => [...cells.keys()].filter((index) => cells[index] !== '')),
  );
  const found = names.map((name, index) => {
    // Spreadsheets also write columns that were emptied.
    if (name === '' && !filled.has(index)) return undefined;
    const wanted = plain(name.slice(0, LONGEST_WORD));
    const column = columns.find(({ field, label }) => [field, label].some((one) => plain(one) === wanted));
    if (!column) {
      throw unreadable(`Line ${top}, column ${index + 1}: There is no column "${name.slice(0, 60)}".`);
    }
    return column;
  });
  const fields = found.map((column) => column?.field);
  const again = fields.findIndex((field, index) => field !== undefined && fields.indexOf(field) < index);
  if (again >= 0) {
    throw unreadable(`Line ${top}, column ${again + 1}: The column "${fields[again]}" is there twice.`);
  }
  const missing = required.find((some) => !some.some((field) => fields.includes(field)));
  if (missing) throw unreadable(`Line ${top}: The column "${missing[0]}" is missing.`);
  const read = found.flatMap((column, index) =>
    column ? [{ field: column.field, index, reader: readers[column.type], words: wordsOf(column) }] : [],
  );
  return mapYielding(records, ({ line, cells }) => {
    const row: CellsOfLine = { line, cells: new Map(), errors: [] };
    for (const { field, index, reader, words } of read) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      const text = cell === '-' ? '' : unguarded(cell);
      const fault = text.length > LONGEST_CELL ? 'This text is too long.' : spreadsheetFault(text);
      const result = fault === undefined ? reader(text) : { message: fault };
      if ('message' in result) row.errors.push({ field, message: result.message });
      const value = 'value' in result ? result.value : text.slice(0, LONGEST_CELL);
      const word = value.length > LONGEST_WORD ? undefined : words.get(plain(value));
      row.cells.set(field, word ?? value);
    }
    return row;
  });
}
