import { baseConfigSchema } from '@mainstay/service-kit';
import type { z } from 'zod';
import { timezone } from './fields/timezone.ts';

export const configSchema = baseConfigSchema.extend({
  /** The time zone of a location that names none. */
  DEFAULT_TIMEZONE: timezone.default('America/New_York'),
});

export type Config = z.infer<typeof configSchema>;
