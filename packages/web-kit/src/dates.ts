import { LOCALE } from './locale.ts';

const day = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' });
const longDay = new Intl.DateTimeFormat(LOCALE, { month: 'long', day: 'numeric', year: 'numeric' });
const minute = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });

/** Formats a day in the user's time zone, like `Mar 5, 2024`. @param iso an ISO 8601 time */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** Formats an instant in the user's time zone, like `March 5, 2024 3:04 PM`. @param iso an ISO 8601 time */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${longDay.format(date)} ${minute.format(date).replace(/\u202f/g, ' ')}`;
}

const ago = new Intl.RelativeTimeFormat(LOCALE);

/** The units of {@link formatAgo} in seconds, the largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const MONTH_SECONDS = 31 * 86_400;

/**
 * Formats how long ago an instant was, like `12 seconds ago` or `3 days ago`: at least a second, as the browser's clock
 * may be behind the server's, and the day itself after a month. @param iso an ISO 8601 time
 */
export function formatAgo(iso: string, now: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - Date.parse(iso)) / 1000));
  if (seconds >= MONTH_SECONDS) return formatDay(iso);
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? ['second', 1];
  return ago.format(-Math.floor(seconds / length), unit);
}

/** Converts a date to the value of a `datetime-local` input in the user's time zone, like `2024-03-05T15:04`. */
export function toLocalInput(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const at = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${at}`;
}

/** Converts the value of a `datetime-local` input to an ISO 8601 time in UTC. */
export function fromLocalInput(value: string): string {
  return new Date(value).toISOString();
}
