/**
 * Converts a timestamptz from PostgreSQL's text format (`2026-03-05 15:04:00.12+00`) to ISO 8601 in UTC with
 * milliseconds, like `Date.prototype.toISOString`. Rearranging the text is four times faster than a Date, which would
 * be half the cost of a long list. Other time zones than UTC are converted with a Date.
 */
export function isoFromPostgres(text: string): string {
  if (text.length < 22 || !text.endsWith('+00')) return new Date(text).toISOString();
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
