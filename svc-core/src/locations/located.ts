/** A row with the name of its location where responses have it. */
export function located<Row extends { locationId: string; locationName: string }>(row: Row) {
  const { locationName, ...own } = row;
  return { ...own, location: { id: row.locationId, name: locationName } };
}
