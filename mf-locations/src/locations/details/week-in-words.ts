import { LOCALE } from '@mainstay/web-kit';
import { strings } from '../../strings.ts';
import { type OpenRange } from '../opening-hours/opening-hours.queries.ts';

const words = strings.openingHours;
const time = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
/** `21:30` as `9:30 PM`. Newer ICU data puts a narrow no-break space before AM and PM. */
const timeInWords = (at: string) => time.format(new Date(`1970-01-01T${at}Z`)).replace('\u202f', ' ');

const timesOf = (ranges: readonly OpenRange[]) =>
  ranges
    .toSorted((one, other) => one.opens.localeCompare(other.opens))
    .map(({ opens, closes }) => words.range(timeInWords(opens), timeInWords(closes)))
    .join(', ') || words.closed;

/** When a location is open, as `[['Mon – Fri', '9:00 AM – 5:00 PM'], …]`: equal days in a row are one. */
export function weekInWords(hours: readonly OpenRange[]): [days: string, times: string][] {
  const rows: { first: string; last: string; times: string }[] = [];
  for (const [at, day] of words.weekdays.entries()) {
    const times = timesOf(hours.filter(({ weekday }) => weekday === at + 1));
    const before = rows.at(-1);
    if (before?.times === times) before.last = day;
    else rows.push({ first: day, last: day, times });
  }
  return rows.map(({ first, last, times }) => [first === last ? first : words.days(first, last), times]);
}
