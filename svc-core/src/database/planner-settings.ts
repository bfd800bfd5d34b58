/**
 * A connection URL whose statements are planned without reading whole tables wherever an index serves them. Each list,
 * search and count has its index; and statements are kept prepared, so that a plan from the day a table was small, or
 * from a moment without statistics, would stay.
 */
export function preferIndexes(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.append('options', '-c enable_seqscan=off');
  return url.href;
}
