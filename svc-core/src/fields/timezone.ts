import { IANAZone } from 'luxon';
import { z } from 'zod';

/** An IANA time zone name such as `America/New_York`. */
export const timezone = z
  .string({ error: 'Must be text.' })
  .max(64, 'At most 64 characters.')
  .refine((name) => IANAZone.isValidZone(name), 'Must be a time zone name such as America/New_York.');
