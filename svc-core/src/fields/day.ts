import { z } from 'zod';

/** A day in a request, not before the beginning of a year. */
export const dayFrom = (year: number) =>
  z.iso
    .date('Must be a day such as 2026-12-25.')
    .refine((value) => value >= String(year), `Must not be before ${year}.`);

/** A day in a response. */
export const responseDay = z.string().meta({ format: 'date' });
