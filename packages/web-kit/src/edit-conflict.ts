/** Form values by the name of their field. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A field that somebody else changed while it was being edited here. */
export interface FieldConflict {
  name: string;
  theirs: unknown;
  /** undefined when nothing was entered here, so that theirs has been taken over. */
  yours?: { value: unknown };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** Whether two values of a field mean the same; no text, null and nothing do. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (isBlank(a) && isBlank(b)) || Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

/** The values that are not what they were. */
export function changesOf(values: FieldValues, base: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, base[name])));
}

/**
 * What somebody else changed between `base` and `current`, against the `values` entered here meanwhile. A field
 * that both changed to the same is no conflict.
 */
export function conflictsOf(values: FieldValues, base: FieldValues, current: FieldValues): FieldConflict[] {
  return Object.keys(values).flatMap((name) => {
    const [value, theirs] = [values[name], current[name]];
    if (isSame(theirs, base[name]) || isSame(theirs, value)) return [];
    return [{ name, theirs, ...(!isSame(value, base[name]) && { yours: { value } }) }];
  });
}
