import { unguarded } from '@mainstay/service-kit';
import type { z } from 'zod';
import { type CsvRecord, unreadable } from './csv-file.ts';
import type { ImportRowResponse } from './imports.schemas.ts';

/** A column of a file: the API's name, and the label of the screen. */
export interface ImportColumn {
  field: string;
  label: string;
  /** The screen's words for its values; a file may have either. */
  words?: Readonly<Record<string, string>>;
}

/** Cells by field: none for an empty cell, and an empty text for `-`. */
export interface CellsOfLine {
  line: number;
  cells: Map<string, string>;
}

export interface Target {
  id: string;
  version: number;
  values: Record<string, string | null>;
}

export interface PlannedRow extends Omit<ImportRowResponse, 'outcome'> {
  targetId: string | null;
  targetVersion: number | null;
  request: { fields: Record<string, unknown>; managers: string[] };
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

const valueOf = ({ words = {} }: ImportColumn, text: string): string =>
  Object.entries(words)
    .find((either) => either.some((one) => plain(one) === plain(text)))
    ?.at(0) ?? text;

/**
 * The cells of each row by field. @param required fields without which no row can be found; of
 *   several one is enough
 * @throws Problem 400 for an unknown, a repeated or a missing column, by its name
 */
export function cellsByField(
  [header, ...records]: readonly CsvRecord[],
  columns: readonly ImportColumn[],
  required: readonly (readonly [string, ...string[]])[],
): CellsOfLine[] {
  const found = (header?.cells ?? []).map((name, index) => {
    // Spreadsheets also write columns that were emptied.
    if (name === '' && records.every(({ cells }) => (cells[index] ?? '') === '')) return undefined;
    const column = columns.find(({ field, label }) =>
      [field, label].some((one) => plain(one) === plain(name)),
    );
    if (!column) throw unreadable(`Line 1, column ${index + 1}: There is no column "${name.slice(0, 60)}".`);
    return column;
  });
  const fields = found.map((column) => column?.field);
  const again = fields.findIndex((field, index) => field !== undefined && fields.indexOf(field) < index);
  if (again >= 0)
    throw unreadable(`Line 1, column ${again + 1}: The column "${fields[again]}" is there twice.`);
  const missing = required.find((some) => !some.some((field) => fields.includes(field)));
  if (missing) throw unreadable(`Line 1: The column "${missing[0]}" is missing.`);
  return records.map(({ line, cells }) => ({
    line,
    cells: new Map(
      found.flatMap((column, index) => {
        const cell = cells[index] ?? '';
        if (!column || cell === '') return [];
        const text = cell === '-' ? '' : unguarded(cell);
        return [[column.field, valueOf(column, text)] as const];
      }),
    ),
  }));
}

const SEVERAL = 'The store has several of this name.';
const ARCHIVED = 'This store is archived. Restore it first.';

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

/**
 * Plans each row: validated as the API validates it, and compared with its target. Of several targets it is one that the row
 * would not change. A target or a key that an earlier row has is an error.
 */
export function planRows(
  rows: readonly WantedRow[],
  { creation, changes }: { creation: z.ZodObject; changes: z.ZodObject },
): PlannedRow[] {
  const lines = new Map<string, number>();
  return rows.map(
    ({ line, key, identity = key, targets, fields, managers, shown, isArchived, errors: found }) => {
      const errors = [...found];
      // What is there already stays, also a value that is refused today.
      const asked = Object.entries(fields).filter(
        ([field, value]) => targets.length === 0 || targets.some((each) => each.values[field] !== value),
      );
      const result = (targets.length > 0 ? changes : creation).safeParse(Object.fromEntries(asked));
      const values = Object.entries<unknown>(result.data ?? {}).filter(([, value]) => value !== undefined);
      const differentFrom = (target: Target | undefined) =>
        values.filter(([field, value]) => !target || value !== target.values[field]);
      const target =
        targets.length > 1
          ? targets.find((each) => !lines.has(each.id) && differentFrom(each).length === 0)
          : targets[0];
      if (targets.length > 1 && !target) errors.push({ field: 'name', message: SEVERAL });
      const earlier = lines.get(target?.id ?? identity);
      if (earlier !== undefined) errors.push({ field: 'key', message: `Line ${earlier} has the same key.` });
      else lines.set(target?.id ?? identity, line);
      for (const { path, message } of result.error?.issues ?? []) {
        const field = String(path[0] ?? 'row');
        if (!errors.some((error) => error.field === field)) errors.push({ field, message });
      }
      const different = differentFrom(target);
      const added = managers.filter(({ isAssigned }) => !isAssigned);
      const listed = different.map(([field, value]) => {
        const words = field === shown?.field ? shown.words : undefined;
        const inWords = (given: unknown) => (typeof given === 'string' ? (words?.get(given) ?? given) : null);
        return {
          field: words ? (shown?.as ?? field) : field,
          from: inWords(target?.values[field]),
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
