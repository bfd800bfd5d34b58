import { z } from 'zod';

const isoDateTime = z.iso.datetime({ offset: true });

/** Longer than any time with an offset; PostgreSQL reads at most 128 characters. */
const MAX_LENGTH = 64;
const MAX_OFFSET_HOURS = 15;

/**
 * An offset at the end, also in the basic format of ISO 8601: `+0200` or `+02`. In a query string, `+` that is not
 * encoded is a space.
 */
const OFFSET = /(:\d\d(?:\.\d{1,20})?)([ +-])(\d\d)(?::?(\d\d))?$/;

/** The offset as `+02:00`. */
const withExtendedOffset = (value: string): string =>
  value.length > MAX_LENGTH
    ? value
    : value.replace(
        OFFSET,
        (_, time: string, sign: string, hours: string, minutes = '00') =>
          `${time}${sign === ' ' ? '+' : sign}${hours}:${minutes}`,
      );

/** What PostgreSQL and ISO 8601 write the same way: years 1 to 9999, also rounded, and offsets below 16 hours. */
const isInstant = (value: string): boolean => {
  if (value.length > MAX_LENGTH || !isoDateTime.safeParse(value).success) return false;
  if (Number(/[+-](\d\d):\d\d$/.exec(value)?.[1] ?? 0) > MAX_OFFSET_HOURS) return false;
  const time = Date.parse(value);
  // PostgreSQL rounds to microseconds.
  const rounded = /\.\d{7}/.test(value) ? time + 1 : time;
  return new Date(time).getUTCFullYear() >= 1 && new Date(rounded).getUTCFullYear() <= 9999;
};

/** A date and time in ISO 8601 with `Z` or an offset. */
export const instant = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .overwrite(withExtendedOffset)
  .refine(isInstant, {
    error: 'Must be a date and time such as 2026-03-05T15:04:00Z or 2026-03-05T15:04:00+00:00.',
    abort: true,
  })
  .meta({ format: 'date-time' });

/** A date and time in a response: ISO 8601 in UTC with milliseconds. */
export const responseInstant = z.string().meta({ format: 'date-time' });

/** An id in a response. */
export const responseId = z.string().meta({ format: 'uuid' });

/** One of the given values. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) => (input === undefined ? 'Required.' : `Must be one of: ${values.join(', ')}.`),
  });
