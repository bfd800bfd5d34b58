import { LOCALE } from './locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formats an instant in a time zone; in the user's without one, or with one that this browser does not know. */
function format(iso: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([zone, options]);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(LOCALE, {
      ...options,
      ...(isZone(zone) && { timeZone: zone }),
    });
    formats.set(key, made);
  }
  return made.format(new Date(iso));
}

function isZone(zone: string | undefined): zone is string {
  try {
    return zone !== undefined && new Intl.DateTimeFormat(LOCALE, { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

const day = { day: 'numeric', year: 'numeric' } as const;

/**
 * Formats a day like `Mar 5, 2024`.
 * @param iso an ISO 8601 time
 * @param zone of a store, by default the user's
 */
export const formatDay = (iso: string, zone?: string): string =>
  format(iso, zone, { ...day, month: 'short' });

/**
 * Formats an instant like `March 5, 2024 3:04 PM`.
 * @param iso an ISO 8601 time
 * @param zone of a store, by default the user's
 */
export function formatMoment(iso: string, zone?: string): string {
  const minute = format(iso, zone, { hour: 'numeric', minute: '2-digit' });
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return `${format(iso, zone, { ...day, month: 'long' })} ${minute.replace(/\u202f/g, ' ')}`;
}

/**
 * Formats an instant like `Mar 5, 5:00 PM`, with the short name of the zone where the user's clock shows another time.
 * @param iso an ISO 8601 time
 * @param zone of a store, by default the user's
 */
export function formatShort(iso: string, zone?: string): string {
  const options = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const moment = format(iso, zone, options).replace(/\u202f/g, ' ');
  const other = otherZone(iso, zone, 'short');
  return other === undefined ? moment : `${moment} ${other}`;
}

/**
 * The name of a store's time zone at an instant, like `Pacific Daylight Time`; undefined where its clock shows what
 * the user's does.
 */
export function otherZone(
  iso: string,
  zone: string | undefined,
  timeZoneName: 'long' | 'short' = 'long',
): string | undefined {
  const at = new Date(iso);
  if (!isZone(zone) || Number.isNaN(at.getTime()) || toLocalInput(at, zone) === toLocalInput(at))
    return undefined;
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value;
}

/** Like {@link formatMoment}, with the short name of the store's zone where the user's clock shows another time. */
export const formatStoreMoment = (iso: string, zone?: string): string =>
  [formatMoment(iso, zone), otherZone(iso, zone, 'short')].filter(Boolean).join(' ');

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
 * may be behind the server's, and the day itself after a month.
 * @param iso an ISO 8601 time
 */
export function formatAgo(iso: string, now: Date): string {
  const seconds = Math.max(1, Math.round((now.getTime() - Date.parse(iso)) / 1000));
  if (seconds >= MONTH_SECONDS) return formatDay(iso);
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? ['second', 1];
  return ago.format(-Math.floor(seconds / length), unit);
}

/**
 * Converts a date to the value of a `datetime-local` input, like `2024-03-05T15:04`.
 * @param zone by default the user's
 */
export function toLocalInput(date: Date, zone?: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(isZone(zone) && { timeZone: zone }),
  }).formatToParts(date);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

const DAY_MS = 86_400_000;

/**
 * Converts the value of a `datetime-local` input to an ISO 8601 time in UTC. Of a time that a clock shows twice the
 * first one counts; one that it skips moves forward by the gap.
 * @param zone by default the user's
 * @throws RangeError for no date
 */
export function fromLocalInput(value: string, zone?: string): string {
  const clock = Date.parse(`${value}Z`);
  const offsetAt = (moment: number) =>
    Date.parse(`${toLocalInput(new Date(moment), zone)}Z`) - minuteOf(moment);
  const [before, after] = [offsetAt(clock - DAY_MS), offsetAt(clock + DAY_MS)];
  const moments = [clock - before, clock - after].filter((moment) => moment + offsetAt(moment) === clock);
  return new Date(moments.length > 0 ? Math.min(...moments) : clock - before).toISOString();
}

const minuteOf = (moment: number): number => Math.floor(moment / 60_000) * 60_000;

/** The years that can be typed into a `datetime-local` input and stored. */
export const isMoment = (value: string): boolean => /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d/.test(value);
