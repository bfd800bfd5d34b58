import type { z } from 'zod';
import type { ImportRowResponse } from './imports.schemas.ts';
import { lacksZeros } from './lost-zeros.ts';
import { mapYielding } from './yielding.ts';

/** What a row may mean, with the values of its fields. */
export type Target = { id: string; version: number } & Record<string, string | number | null>;

export interface PlannedRow extends Omit<ImportRowResponse, 'outcome'> {
  targetId: string | null;
  targetVersion: number | null;
  request: { fields: Record<string, unknown>; managers: string[] };
}

const SEVERAL = 'The store has several of this name.';
const ARCHIVED = 'This store is archived. Restore it first.';

/** What a row asks for, before it is compared with what is there. */
export interface WantedRow {
  line: number;
  key: string;
  /** What distinguishes new ones; the key, unless two may have it. */
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
export function planRows(rows: readonly WantedRow[], requests: Requests): Promise<PlannedRow[]> {
  const lines = new Map<string, number>();
  return mapYielding(rows, (row) => {
    const { values, issues } = validated(row, requests);
    const target = targetOf(row, values, lines);
    const meant = target?.id ?? row.identity ?? row.key;
    const earlier = lines.get(meant);
    if (earlier === undefined) lines.set(meant, row.line);
    const different = values.filter((value) => !target || !isUnchanged(value, target));
    const added = row.managers.filter(({ isAssigned }) => !isAssigned);
    const changes = changesOf(row, target, different, added);
    const errors = errorsOf(row, { target, earlier, issues, isChange: changes.length > 0 });
    const { line, key } = row;
    const base = { line, key, targetId: target?.id ?? null, targetVersion: target?.version ?? null, errors };
    if (errors.length > 0) {
      return { ...base, action: 'error', request: { fields: {}, managers: [] }, changes: [] };
    }
    return {
      ...base,
      action: changes.length === 0 ? 'unchanged' : target ? 'update' : 'create',
      request: { fields: Object.fromEntries(different), managers: added.map(({ id }) => id) },
      changes: changes.filter(({ field }) => field !== 'locationId'),
    };
  });
}

type Requests = Record<'creation' | 'changes', z.ZodObject>;
type Value = readonly [field: string, value: unknown];
type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

const isUnchanged = ([field, value]: Value, target: Target): boolean =>
  value === target[field] || lacksZeros(value, target[field]);

/** The values that are asked for. What is there already is not validated: it stays, also if it is refused today. */
function validated({ targets, fields }: WantedRow, { creation, changes }: Requests) {
  const compared = targets.slice(0, MOST_COMPARED);
  const asked = Object.entries(fields).filter(
    ([field, value]) => compared.length === 0 || compared.some((each) => each[field] !== value),
  );
  const result = (targets.length > 0 ? changes : creation).safeParse(Object.fromEntries(asked));
  const values = Object.entries<unknown>(result.data ?? {}).filter(([, value]) => value !== undefined);
  return { values, issues: result.error?.issues ?? [] };
}

/** Of several, the first that no earlier row means and that this one would not change. */
const targetOf = (
  { targets }: WantedRow,
  values: readonly Value[],
  lines: ReadonlyMap<string, number>,
): Target | undefined =>
  targets.length > 1
    ? targets
        .slice(0, MOST_COMPARED)
        .find((each) => !lines.has(each.id) && values.every((value) => isUnchanged(value, each)))
    : targets[0];

/** What the preview shows of a row. */
function changesOf(
  { shown }: WantedRow,
  target: Target | undefined,
  different: readonly Value[],
  added: WantedRow['managers'],
): PlannedRow['changes'] {
  const changes = different.map(([field, value]) => {
    const words = field === shown?.field ? shown.words : undefined;
    const inWords = (given: unknown) => (typeof given === 'string' ? (words?.get(given) ?? given) : null);
    return {
      field: words ? (shown?.as ?? field) : field,
      from: inWords(target?.[field]),
      to: inWords(value),
    };
  });
  const emails = added.map(({ email }) => email).join('; ');
  return added.length > 0 ? [...changes, { field: 'managers', from: null, to: emails }] : changes;
}

/** Why a row cannot be applied: of a field that is wrong already, what the API says is left out. */
function errorsOf(
  { targets, isArchived, errors: found }: WantedRow,
  {
    target,
    earlier,
    issues,
    isChange,
  }: { target: Target | undefined; earlier: number | undefined; issues: readonly Issue[]; isChange: boolean },
): PlannedRow['errors'] {
  const errors = [...found];
  if (targets.length > 1 && !target) errors.push({ field: 'name', message: SEVERAL });
  if (earlier !== undefined) errors.push({ field: 'key', message: `Line ${earlier} has the same key.` });
  for (const { path, message } of issues) {
    const field = String(path[0] ?? 'row');
    if (!errors.some((error) => error.field === field)) errors.push({ field, message });
  }
  if (isArchived && isChange) errors.push({ field: 'storeNumber', message: ARCHIVED });
  return errors;
}
