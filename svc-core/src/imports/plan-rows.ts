import { unguarded } from '@mainstay/service-kit';
import type { z } from 'zod';
import { type CellReaders, type CellType, spreadsheetFault } from './cell-values.ts';
import { type CsvFile, unreadable } from './csv-file.ts';
import type { ImportRowResponse } from './imports.schemas.ts';
import { lacksZeros } from './lost-zeros.ts';
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

/** What a row may mean, with the values of its fields. */
export type Target = { id: string; version: number } & Record<string, string | number | null>;

export interface PlannedRow extends Omit<ImportRowResponse, 'outcome'> {
  targetId: string | null;
  targetVersion: number | null;
  request: { fields: Record<string, unknown>; managers: string[] };
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
 * The cells of each row by field. @param required fields without which no row can be found; of
 *   several one is enough
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

const SEVERAL = 'The store has several of this name.';
const ARCHIVED = 'This store is archived. Restore it first.';

const isUnchanged = (value: unknown, there: unknown): boolean => value === there || lacksZeros(value, there);

/** What a row asks for, before it is compared with what is there. */
export interface WantedRow {
  line: number;
  key: string;
  /** What tells new ones apart; the key, unless it may mean two. */
  identity?: string;
  /** None for a new one; several if the key is not enough. */
  targets: readonly Target[];
  /** Whether the store is archived: it may not change, and is exported all the same. */
  isArchived: boolean;
  /** Of the request by the API's names. */
  fields: Record<string, string | null>;
  /** How the preview shows values of fields that a file names otherwise, by field and value. */
  shown?: { field: string; as: string; words: ReadonlyMap<string, string> };
  managers: { id: string; email: string; isAssigned: boolean }[];
  errors: PlannedRow['errors'];
}

/** Of so many pieces of one name, one that a row would not change is looked for. */
const MOST_COMPARED = 1000;

/**
 * Plans each row: validated as the API validates it, and compared with its target. Of several targets it is one that
 * the row would not change. A target or a key that an earlier row has is an error.
 */
export function planRows(
  rows: readonly WantedRow[],
  { creation, changes }: { creation: z.ZodObject; changes: z.ZodObject },
): Promise<PlannedRow[]> {
  const lines = new Map<string, number>();
  return mapYielding(
    rows,
    ({ line, key, identity = key, targets, fields, managers, shown, isArchived, errors: found }) => {
      const errors = [...found];
      // What is there already stays, also a value that is refused today.
      const compared = targets.slice(0, MOST_COMPARED);
      const asked = Object.entries(fields).filter(
        ([field, value]) => compared.length === 0 || compared.some((each) => each[field] !== value),
      );
      const result = (targets.length > 0 ? changes : creation).safeParse(Object.fromEntries(asked));
      const values = Object.entries<unknown>(result.data ?? {}).filter(([, value]) => value !== undefined);
      const isChanged = (target: Target) =>
        values.some(([field, value]) => !isUnchanged(value, target[field]));
      const target =
        targets.length > 1 ? compared.find((each) => !lines.has(each.id) && !isChanged(each)) : targets[0];
      if (targets.length > 1 && !target) errors.push({ field: 'name', message: SEVERAL });
      const earlier = lines.get(target?.id ?? identity);
      if (earlier !== undefined) errors.push({ field: 'key', message: `Line ${earlier} has the same key.` });
      else lines.set(target?.id ?? identity, line);
      for (const { path, message } of result.error?.issues ?? []) {
        const field = String(path[0] ?? 'row');
        if (!errors.some((error) => error.field === field)) errors.push({ field, message });
      }
      const different = values.filter(([field, value]) => !target || !isUnchanged(value, target[field]));
      const added = managers.filter(({ isAssigned }) => !isAssigned);
      const listed = different.map(([field, value]) => {
        const words = field === shown?.field ? shown.words : undefined;
        const inWords = (given: unknown) => (typeof given === 'string' ? (words?.get(given) ?? given) : null);
        return {
          field: words ? (shown?.as ?? field) : field,
          from: inWords(target?.[field]),
          to: inWords(value),
        };
      });
      if (added.length > 0) {
        listed.push({ field: 'managers', from: null, to: added.map(({ email }) => email).join('; ') });
      }
      if (isArchived && listed.length > 0) errors.push({ field: 'storeNumber', message: ARCHIVED });
      const base = { line, key, targetId: target?.id ?? null, targetVersion: target?.version ?? null };
      if (errors.length > 0) {
        return { ...base, action: 'error', request: { fields: {}, managers: [] }, changes: [], errors };
      }
      return {
        ...base,
        action: listed.length === 0 ? 'unchanged' : target ? 'update' : 'create',
        request: { fields: Object.fromEntries(different), managers: added.map(({ id }) => id) },
        changes: listed.filter(({ field }) => field !== 'locationId'),
        errors,
      };
    },
  );
}
