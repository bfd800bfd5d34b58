interface Machine {
  locationId: string;
  name: string;
  serial: string | null;
}

const nameIn = ({ locationId, name }: Machine): string => `${locationId}\t${name}`;
const serialIn = ({ locationId, serial }: Machine): string => `${locationId}\t${serial}`;

/**
 * Rows with the equipment that each row may mean: none for a new piece, several if its name is not enough. A serial finds its piece, or one
 * of the name that has no serial yet and that no other row means. A row without a serial finds pieces of its name without one, or
 * else those whose serial no row has.
 */
export function withTargets<Row extends Machine, Found extends Machine & { id: string }>(
  rows: readonly Row[],
  found: readonly Found[],
): (Row & { targets: Found[] })[] {
  const bySerial = new Map(
    found.filter(({ serial }) => serial !== null).map((each) => [serialIn(each), each]),
  );
  const unmarkedByName = Map.groupBy(
    found.filter(({ serial }) => serial === null),
    nameIn,
  );
  const withSerial = rows.filter(({ serial }) => serial !== null);
  const meant = new Set(withSerial.flatMap((row) => bySerial.get(serialIn(row))?.id ?? []));
  const plainNames = new Set(rows.filter(({ serial }) => serial === null).map(nameIn));
  // A list for each name, not for each row, which would grow with rows times pieces.
  const unmeantByName = Map.groupBy(
    found.filter(({ id }) => !meant.has(id)),
    nameIn,
  );
  const targetsOf = (row: Row): Found[] => {
    const name = nameIn(row);
    const unmarked = unmarkedByName.get(name) ?? [];
    if (row.serial === null) return unmarked.length > 0 ? unmarked : (unmeantByName.get(name) ?? []);
    const known = bySerial.get(serialIn(row));
    if (known) return [known];
    const [first, second] = unmarked;
    if (!first || plainNames.has(name)) return [];
    if (second) return unmarked;
    if (meant.has(first.id)) return [];
    meant.add(first.id);
    return unmarked;
  };
  return rows.map((row) => ({ ...row, targets: targetsOf(row) }));
}
