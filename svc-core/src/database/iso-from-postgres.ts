/**
 * A timestamptz in PostgreSQL's text form (`2026-03-05 15:04:00.12+00`) as ISO 8601 in UTC with milliseconds, what
 * `Date.prototype.toISOString` makes of it. Rearranging the text is four times faster than going through a Date, which
 * is half the cost of a long list; a session that is not in UTC goes through a Date.
 */
export function isoFromPostgres(text: string): string {
  if (text.length < 22 || !text.endsWith('+00')) return new Date(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
