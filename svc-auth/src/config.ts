import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';

/** Settings of svc-auth besides those every service has. */
export const configSchema = baseConfigSchema.extend({
  /** `on` lets anonymous visitors register as district managers. */
  SELF_REGISTRATION: z.enum(['on', 'off']).default('off'),
  /** Registrations of visitors from one address in an hour, failed ones too. */
  SELF_REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).default(20),
});

export type AuthConfig = z.infer<typeof configSchema>;
