import { formatDay, serverNow } from '@mainstay/web-kit';
import { strings } from '../strings.ts';

/** A day such as `2027-03-05`, in words, whatever the zone of the reader. */
export const dayWords = (day: string) => formatDay(`${day}T12:00:00Z`, 'UTC');

/**
 * Today at a store, such as `2027-03-05`.
 * @param timeZone by default the user's
 */
export const todayAt = (timeZone?: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(serverNow());

/**
 * The notice of a warranty that is in force today at the store; undefined without one.
 * @param until its last day, such as `2027-03-05`
 * @param timeZone of the store, by default the user's
 */
export function warrantyNotice(until: string | null | undefined, timeZone?: string): string | undefined {
  return until && until >= todayAt(timeZone) ? strings.costs.warranty(dayWords(until)) : undefined;
}
