import { formatDay } from '@mainstay/web-kit';

/** A day such as `2027-03-05` in words, whatever the zone of the reader. */
export const dayInWords = (day: string): string => formatDay(`${day}T12:00:00Z`, 'UTC');

/**
 * Whether a warranty that ends with a day is in force in a time zone.
 * @param until null without one
 */
export const isInForce = (until: string | null, now: Date, timeZone: string): boolean =>
  until !== null && until >= new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now);
