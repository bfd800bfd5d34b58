/** The joined relation of an entity. @throws Error when the query did not join it, which is a programming error */
export function joined<Related>(related: Related | undefined): Related {
  if (related === undefined) throw new Error('the query does not join this relation');
  return related;
}
