import { keyOf, meantBy } from '../fields/key-of.ts';

interface Machine {
  locationId: string;
  name: string;
  serial: string | null;
  /** Of both. Making them takes most of the time of a large file, so it is not done here, all at once. */
  nameKey: string;
  serialKey: string | null;
}

/** With the keys of its name and serial. */
export const withKeys = <Known extends Pick<Machine, 'name' | 'serial'>>(known: Known) => ({
  ...known,
  nameKey: keyOf(known.name),
  serialKey: known.serial === null ? null : keyOf(known.serial),
});

const nameIn = ({ locationId, name }: Machine): string => `${locationId}\t${name}`;
const nameKeyIn = ({ locationId, nameKey }: Machine): string => `${locationId}\t${nameKey}`;
const serialIn = ({ locationId, serial }: Machine): string => `${locationId}\t${serial}`;
const serialKeyIn = ({ locationId, serialKey }: Machine): string => `${locationId}\t${serialKey}`;

/**
 * Rows with the equipment that each row may mean: none for a new piece, several if its name or serial is not enough.
 * Names and serials are compared by their keys, unless one is spelled like that of the row. A serial finds its piece,
 * or one of the name that has no serial yet and that no other row means. A row without a serial finds pieces of its
 * name without one, or else those whose serial no row has.
 */
export function withTargets<Row extends Machine, Found extends Machine & { id: string }>(
  rows: readonly Row[],
  found: readonly Found[],
): (Row & { targets: readonly Found[] })[] {
  const bySerial = meantBy(
    found.filter(({ serial }) => serial !== null),
    serialIn,
    serialKeyIn,
  );
  const ofSerial = (row: Row) => bySerial(serialIn(row), serialKeyIn(row));
  const byName = meantBy(found, nameIn, nameKeyIn);
  const withSerial = rows.filter(({ serial }) => serial !== null);
  const meant = new Set(withSerial.flatMap((row) => ofSerial(row).map(({ id }) => id)));
  const plainNames = new Set(rows.filter(({ serial }) => serial === null).map(nameKeyIn));
  // Lists for each name, not for each row, which would grow with rows times pieces.
  const parts = new Map<readonly Found[], { unmarked: readonly Found[]; unmeant: readonly Found[] }>();
  const partsOf = (same: readonly Found[]) => {
    const known = parts.get(same);
    if (known) return known;
    const part = {
      unmarked: same.filter(({ serial }) => serial === null),
      unmeant: same.filter(({ id }) => !meant.has(id)),
    };
    parts.set(same, part);
    return part;
  };
  const targetsOf = (row: Row): readonly Found[] => {
    const { unmarked, unmeant } = partsOf(byName(nameIn(row), nameKeyIn(row)));
    if (row.serial === null) return unmarked.length > 0 ? unmarked : unmeant;
    const known = ofSerial(row);
    if (known.length > 0) return known;
    const [first, second] = unmarked;
    if (!first || plainNames.has(nameKeyIn(row))) return [];
    if (second) return unmarked;
    if (meant.has(first.id)) return [];
    meant.add(first.id);
    return unmarked;
  };
  return rows.map((row) => ({ ...row, targets: targetsOf(row) }));
}
