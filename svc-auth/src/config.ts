import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';

/** Settings of svc-auth in addition to those of every service. */
export const configSchema = baseConfigSchema.extend({
  /** `on` lets anonymous visitors register as district managers. */
  SELF_REGISTRATION: z.enum(['on', 'off']).default('off'),
  /** Registration attempts per client address and hour, including failed ones. */
  SELF_REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).default(20),
});

export type AuthConfig = z.infer<typeof configSchema>;
