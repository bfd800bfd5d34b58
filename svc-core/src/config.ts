import { baseConfigSchema } from '@mainstay/service-kit';
import type { z } from 'zod';
import { timezone } from './fields/timezone.ts';

export const configSchema = baseConfigSchema.extend({
  /** Time zone of locations created without one. */
  DEFAULT_TIMEZONE: timezone.default('America/New_York'),
});

export type Config = z.infer<typeof configSchema>;
