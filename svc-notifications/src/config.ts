import { baseConfigSchema } from '@mainstay/service-kit';
import type { z } from 'zod';

export const configSchema = baseConfigSchema;

export type Config = z.infer<typeof configSchema>;
