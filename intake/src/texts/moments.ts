import { type Language } from './language.ts';

const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** The units of {@link formatAgo} in seconds, the largest first. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Formats how long ago an instant was, like `2 hours ago` or `hace 2 horas`: at least a minute, as nobody looks at it
 * every second.
 * @param iso an ISO 8601 time
 */
export function formatAgo(iso: string, now: Date, language: Language): string {
  const seconds = Math.max(60, (now.getTime() - Date.parse(iso)) / 1000);
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(locales[language]).format(-Math.floor(seconds / length), unit);
}

/**
 * Formats an instant like `Mar 5, 3:04 PM` or `5 mar, 15:04`.
 * @param iso an ISO 8601 time
 * @param zone whose clock it is on, which is named then; by default the user's
 */
export function formatMoment(iso: string, language: Language, zone?: string): string {
  const named = zone !== undefined && ({ timeZone: zone, timeZoneName: 'short' } as const);
  const options = { ...clock, ...named, month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(locales[language], options).format(new Date(iso));
}

/**
 * Formats the time of an instant on the user's clock, like `3:04 PM`.
 * @param time in milliseconds since 1970
 */
export function formatTime(time: number, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], clock).format(time);
}

/**
 * Formats a day, like `March 5` or `5 de marzo`.
 * @param iso an ISO 8601 time
 */
export function formatDay(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { month: 'long', day: 'numeric' }).format(new Date(iso));
}
