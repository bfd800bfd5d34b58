import { keyOf, meantBy } from '../fields/key-of.ts';

interface Machine {
  locationId: string;
  name: string;
  serial: string | null;
}

const nameIn = ({ locationId, name }: Machine): string => `${locationId}\t${name}`;
const serialIn = ({ locationId, serial }: Machine): string => `${locationId}\t${serial}`;

/**
 * Rows with the equipment that each row may mean: none for a new piece, several if its name or serial is not enough. Names and
 * serials are compared by their keys, unless one is spelled like that of the row. A serial finds its piece, or one
 * of the name that has no serial yet and that no other row means. A row without a serial finds pieces of its name without one, or
 * else those whose serial no row has.
 */
export function withTargets<Row extends Machine, Found extends Machine & { id: string }>(
  rows: readonly Row[],
  found: readonly Found[],
): (Row & { targets: Found[] })[] {
  const ofSerial = meantBy(
    found.filter(({ serial }) => serial !== null),
    serialIn,
  );
  const ofName = meantBy(found, nameIn);
  const withSerial = rows.filter(({ serial }) => serial !== null);
  const meant = new Set(withSerial.flatMap((row) => ofSerial(serialIn(row)).map(({ id }) => id)));
  const plainNames = new Set(rows.filter(({ serial }) => serial === null).map((row) => keyOf(nameIn(row))));
  const targetsOf = (row: Row): Found[] => {
    const same = ofName(nameIn(row));
    const unmarked = same.filter(({ serial }) => serial === null);
    if (row.serial === null) return unmarked.length > 0 ? unmarked : same.filter(({ id }) => !meant.has(id));
    const known = ofSerial(serialIn(row));
    if (known.length > 0) return [...known];
    const free = plainNames.has(keyOf(nameIn(row))) ? [] : unmarked.filter(({ id }) => !meant.has(id));
    if (free.length === 1) for (const { id } of free) meant.add(id);
    return free;
  };
  return rows.map((row) => ({ ...row, targets: targetsOf(row) }));
}
