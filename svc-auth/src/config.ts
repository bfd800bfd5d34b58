import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';

/** Settings of svc-auth besides those every service has. */
export const configSchema = baseConfigSchema.extend({
  /** `on` lets anonymous visitors register as district managers. */
  SELF_REGISTRATION: z.enum(['on', 'off']).default('off'),
});

export type AuthConfig = z.infer<typeof configSchema>;
