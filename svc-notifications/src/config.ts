import { baseConfigSchema } from '@mainstay/service-kit';
import type { z } from 'zod';
import { timeZone } from './settings/time-zone.ts';

export const configSchema = baseConfigSchema.extend({
  /** Time zone of users who have not chosen one. */
  DEFAULT_TIMEZONE: timeZone.default('America/New_York'),
});

export type Config = z.infer<typeof configSchema>;
