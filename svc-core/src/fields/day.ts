import { z } from 'zod';

/** A day in a request, not before the beginning of a year. */
export const dayFrom = (year: number) =>
  z.iso
    .date('Must be a day such as 2026-12-25.')
    .refine((value) => value >= String(year), `Must not be before ${year}.`);

/** The same day some years from now, in UTC. */
function yearsAhead(years: number): string {
  const day = new Date(Date.now());
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}

/**
 * {@link dayFrom}, which is not far ahead either: a slip of the year.
 * @param years from today to the last day
 */
export const dayWithin = (year: number, years: number) =>
  dayFrom(year)
    .refine((value) => value <= yearsAhead(years), {
      error: () => `Must not be after ${yearsAhead(years)}.`,
    })
    .meta({
      description: `Not before ${year}, and at most ${years === 1 ? 'one year' : `${years} years`} after today.`,
    });

/** A day in a response. */
export const responseDay = z.string().meta({ format: 'date' });
