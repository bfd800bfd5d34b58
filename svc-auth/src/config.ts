import { baseConfigSchema } from '@mainstay/service-kit';
import { z } from 'zod';

/** Settings of svc-auth in addition to those of every service. */
export const configSchema = baseConfigSchema.extend({
  /** `on` lets anonymous visitors register as district managers. */
  SELF_REGISTRATION: z.enum(['on', 'off']).default('off'),
  /** Registration attempts per client address and hour, including failed ones. */
  SELF_REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).default(20),
  /**
   * Hosts whose pictures people may choose, besides that of `PUBLIC_URL`; `*.` stands for all below. The gateway lets
   * browsers load from the same ones.
   */
  PICTURE_HOSTS: z
    .string()
    .regex(
      /^(none|(\*\.)?[a-z0-9.-]+( *, *(\*\.)?[a-z0-9.-]+)*)$/,
      'must be a comma list of host names, or none',
    )
    .transform((list) => (list === 'none' ? [] : list.split(',').map((host) => host.trim())))
    .prefault('*.gravatar.com'),
  /** The gateway's registry of remotes. */
  REGISTRY_DIR: z.string().optional(),
});

export type AuthConfig = z.infer<typeof configSchema>;
