import type { z } from 'zod';
import { type CsvRecord, unreadable } from './csv-file.ts';
import type { ImportRowResponse } from './imports.schemas.ts';

/** A column of a file: the API's name, and the label of the screen. */
export interface ImportColumn {
  field: string;
  label: string;
  /** Whether its values are words of a fixed list, which a file may write as on the screen: "In service". */
  isChoice?: boolean;
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
  const found = (header?.cells ?? []).map((name) => {
    const column = columns.find(({ field, label }) =>
      [field, label].some((one) => plain(one) === plain(name)),
    );
    if (!column) throw unreadable(`There is no column "${name.slice(0, 60)}".`);
    return column;
  });
  const fields = found.map(({ field }) => field);
  const repeated = fields.find((field, index) => fields.indexOf(field) < index);
  if (repeated !== undefined) throw unreadable(`The column "${repeated}" is there twice.`);
  const missing = required.find((some) => !some.some((field) => fields.includes(field)));
  if (missing) throw unreadable(`The column "${missing[0]}" is missing.`);
  return records.map(({ line, cells }) => ({
    line,
    cells: new Map(
      found.flatMap(({ field, isChoice = false }, index) => {
        const cell = cells[index] ?? '';
        if (cell === '') return [];
        if (cell === '-') return [[field, ''] as const];
        return [[field, isChoice ? cell.toLowerCase().replaceAll(/[\s-]+/g, '_') : cell] as const];
      }),
    ),
  }));
}

/** What a row asks for, before it is compared with what is there. */
export interface WantedRow {
  line: number;
  key: string;
  target: Target | undefined;
  /** Of the request by the API's names. */
  fields: Record<string, string | null>;
  /** How the preview shows values of fields that a file names otherwise, by field and value. */
  shown?: { field: string; as: string; words: ReadonlyMap<string, string> };
  managers: { id: string; email: string; isAssigned: boolean }[];
  errors: PlannedRow['errors'];
}

/**
 * Plans each row: validated as the API validates it, and compared with its target. A key that an earlier row has is an error.
 */
export function planRows(
  rows: readonly WantedRow[],
  { creation, changes }: { creation: z.ZodObject; changes: z.ZodObject },
): PlannedRow[] {
  const lines = new Map<string, number>();
  return rows.map(({ line, key, target, fields, managers, shown, errors: found }) => {
    const errors = [...found];
    const earlier = lines.get(key);
    if (earlier !== undefined) errors.push({ field: 'key', message: `Line ${earlier} has the same key.` });
    else lines.set(key, line);
    const result = (target ? changes : creation).safeParse(fields);
    for (const { path, message } of result.error?.issues ?? []) {
      const field = String(path[0] ?? 'row');
      if (!errors.some((error) => error.field === field)) errors.push({ field, message });
    }
    const base = { line, key, targetId: target?.id ?? null, targetVersion: target?.version ?? null };
    if (errors.length > 0) {
      return { ...base, action: 'error', request: { fields: {}, managers: [] }, changes: [], errors };
    }
    const values: [string, unknown][] = Object.entries(result.data ?? {});
    const different = values.filter(
      ([field, value]) => value !== undefined && (!target || value !== target.values[field]),
    );
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
    return {
      ...base,
      action: listed.length === 0 ? 'unchanged' : target ? 'update' : 'create',
      request: { fields: Object.fromEntries(different), managers: added.map(({ id }) => id) },
      changes: listed.filter(({ field }) => field !== 'locationId'),
      errors,
    };
  });
}
