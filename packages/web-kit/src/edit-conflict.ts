/** Form values by field name. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A field that another user changed while it was being edited here. */
export interface FieldConflict {
  name: string;
  theirs: unknown;
  /** Undefined if the field was untouched here, so that theirs has been taken over. */
  yours?: { value: unknown };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** Compares two field values; '', null and undefined are equal. */
export const isSame = (a: unknown, b: unknown): boolean =>
  (isBlank(a) && isBlank(b)) || Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

/** The values that differ from the initial ones. */
export function changesOf(values: FieldValues, base: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, base[name])));
}

/**
 * The fields that another user changed between `base` and `current`, compared with the `values` of this form. A field
 * that both changed to the same value is no conflict.
 */
export function conflictsOf(values: FieldValues, base: FieldValues, current: FieldValues): FieldConflict[] {
  return Object.keys(values).flatMap((name) => {
    const [value, theirs] = [values[name], current[name]];
    if (isSame(theirs, base[name]) || isSame(theirs, value)) return [];
    return [{ name, theirs, ...(!isSame(value, base[name]) && { yours: { value } }) }];
  });
}
