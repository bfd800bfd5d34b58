import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';
import { timeZone } from './settings/time-zone.ts';

export const configSchema = baseConfigSchema.extend({
  /** Time zone of users who have not chosen one. */
  DEFAULT_TIMEZONE: timeZone.default('America/New_York'),
  /** Days after which an item is deleted that was read, or that the inbox does not show. */
  INBOX_READ_DAYS: z.coerce.number().int().min(1).default(90),
  /** Days after which every item is deleted. */
  INBOX_DAYS: z.coerce.number().int().min(1).default(365),
});

export type Config = z.infer<typeof configSchema>;
