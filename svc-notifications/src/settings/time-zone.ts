import { z } from 'zod';

const isTimeZone = (name: string): boolean => {
  // An offset such as +02:00 is accepted by Intl, but is no zone.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/** An IANA time zone name such as `America/New_York`. */
export const timeZone = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .max(64, 'At most 64 characters.')
  .refine(isTimeZone, 'Must be a time zone name such as America/New_York.');

const COOKIE = /(?:^|;\s*)time_zone=([\w+/-]{1,64})(?:;|$)/;

/** The zone in the cookie `time_zone` of a `Cookie` header; null without one that is known. */
export function zoneOfBrowser(cookies: unknown): string | null {
  const name = typeof cookies === 'string' ? COOKIE.exec(cookies)?.[1] : undefined;
  return name !== undefined && isTimeZone(name) ? name : null;
}
