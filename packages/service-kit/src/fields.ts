import { z } from 'zod';

const isoDateTime = z.iso.datetime({ offset: true });

/** The range that PostgreSQL and ISO 8601 write the same way: years 1 to 9999. */
const isInstant = (value: string): boolean => {
  if (!isoDateTime.safeParse(value).success) return false;
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** A date and time in ISO 8601 with `Z` or an offset. */
export const instant = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .refine(isInstant, 'Must be a date and time such as 2026-03-05T15:04:00Z.')
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
