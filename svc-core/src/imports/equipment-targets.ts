import { keyOf, meantBy } from '../fields/key-of.ts';

interface Machine {
  locationId: string;
  name: string;
  serial: string | null;
  /** The keys of both. The caller computes them in batches, because they take most of the time of a large file. */
  nameKey: string;
  serialKey: string | null;
}

/** Adds the keys of name and serial. */
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
 * Adds to each row the equipment that it may mean: none if it is new, several if name and serial do not decide.
 * - Names and serials match by the same spelling, or else by their keys.
 * - A row with a serial matches the equipment with that serial, or else equipment of its name that has no serial and
 *   that no other row matches.
 * - A row without a serial matches equipment of its name without a serial, or else with a serial that no row has.
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
  // One list for each name: lists for each row would grow with rows times equipment.
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
