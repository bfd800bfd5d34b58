import { z } from 'zod';

export const closesMeta = { description: 'Not after `opens`: on the next day.' };

/** A location is open from `opens` to `closes`. */
export const openRange = z.object({
  weekday: z.int().meta({ description: '1 (Monday) to 7.' }),
  opens: z.string().meta({ description: 'HH:MM in the time zone of the location.' }),
  closes: z.string().meta(closesMeta),
});
export type OpenRange = z.infer<typeof openRange>;

/** Whole days on which a location is closed. */
export const closure = z.object({
  firstDay: z.string().meta({ format: 'date' }),
  lastDay: z.string().meta({ format: 'date' }),
  reason: z.string().nullable(),
});
export type Closure = z.infer<typeof closure>;
export type ClosedDays = Pick<Closure, 'firstDay' | 'lastDay'>;
