import { LOCALE } from '@mainstay/web-kit';
import { strings } from './strings.ts';

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
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Formats how long ago an instant was, like `3 hours ago`: `just now` in the first minute, the day after 30 days.
 * @param iso an ISO 8601 time @param now milliseconds since 1970
 */
export function formatAgo(iso: string, now: number): string {
  const passed = now - new Date(iso).getTime();
  // The clocks of the server and the browser may differ.
  if (passed < MINUTE_MS) return strings.justNow;
  if (passed < HOUR_MS) return ago.format(-Math.floor(passed / MINUTE_MS), 'minute');
  if (passed < DAY_MS) return ago.format(-Math.floor(passed / HOUR_MS), 'hour');
  if (passed < 31 * DAY_MS) return ago.format(-Math.floor(passed / DAY_MS), 'day');
  return formatDay(iso);
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
