import { z } from 'zod';

/** One of the given words. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) => (input === undefined ? 'Required.' : `Must be one of: ${values.join(', ')}.`),
  });
