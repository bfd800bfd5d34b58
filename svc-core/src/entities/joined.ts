/** What a query joined to an entity. @throws Error when the query did not, which is a mistake in the program */
export function joined<Related>(related: Related | undefined): Related {
  if (related === undefined) throw new Error('a relation that its query does not join');
  return related;
}
