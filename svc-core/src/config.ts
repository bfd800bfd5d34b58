import { baseConfigSchema, currencySetting, secrets } from '@mainstay/service-kit';
import { z } from 'zod';
import { timezone } from './fields/timezone.ts';

const limit = z.coerce.number().int().min(1);

export const configSchema = baseConfigSchema.extend({
  /** Time zone of locations created without one. */
  DEFAULT_TIMEZONE: timezone.default('America/New_York'),
  /** The currency of all amounts, an ISO 4217 code. */
  CURRENCY: currencySetting,
  /** For reports by QR code: makes the tracking tokens, and signs which open report is meant. */
  INTAKE_SECRET: secrets,
  /** Reports by QR code that are accepted, in a window that begins with the first of them. */
  INTAKE_PER_CODE_TEN_MINUTES: limit.default(10),
  INTAKE_PER_CODE_AND_DAY: limit.default(60),
  INTAKE_PER_ADDRESS_AND_HOUR: limit.default(20),
  INTAKE_PER_HOUR: limit.default(300),
  /** Replies with one tracking token. */
  INTAKE_REPLIES_PER_HOUR: limit.default(10),
  /** Replies of one address, and of everybody, in an hour. */
  INTAKE_REPLIES_PER_ADDRESS: limit.default(30),
  INTAKE_REPLIES_IN_ALL: limit.default(300),
  /** All public calls of one address, found or not, in each replica: it bounds guessing. */
  INTAKE_REQUESTS_PER_MINUTE: limit.default(600),
});

export type Config = z.infer<typeof configSchema>;
