import { baseConfigSchema, currencySetting, secrets } from '@mainstay/service-kit';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { timeZone } from './settings/time-zone.ts';

/** A host without a dot is one of a network of one's own. */
const address = z.email().or(z.string().regex(/^[\w.+-]+@[a-z0-9-]+$/i));

/** One address, with or without a name: `Name <name@example.com>`. */
const mailbox = z.string().refine((text) => {
  const [first, ...others] = addressparser(text, { flatten: true });
  return others.length === 0 && address.safeParse(first?.address).success;
}, 'must be one address, for example Stores <stores@example.com>');

export const configSchema = baseConfigSchema.extend({
  /** Time zone of users who have not chosen one. */
  DEFAULT_TIMEZONE: timeZone.default('America/New_York'),
  /** The currency of all amounts, the same as in svc-core. */
  CURRENCY: currencySetting,
  /** The same as in svc-core: makes the links of vendors. */
  INTAKE_SECRET: secrets,
  /** Days after which an item is deleted that was read, or that the inbox does not show. */
  INBOX_READ_DAYS: z.coerce.number().int().min(1).default(90),
  /** Days after which every item is deleted. */
  INBOX_DAYS: z.coerce.number().int().min(1).default(365),
  /** The name that mails come from, the same as in the gateway. */
  BRAND_NAME: z
    .string()
    .max(100, 'must be at most 100 characters')
    .regex(/^\P{Cc}+$/u, 'must not contain control characters')
    .default('Sandwich Co.'),
  /** The mail server; without it, mails are files in MAIL_FOLDER, and without that one mail is off. */
  SMTP_URL: z
    .literal('')
    .or(
      z.url({
        protocol: /^smtps?$/,
        error: 'must be an address such as smtps://user:password@mail.example.com',
      }),
    )
    .default(''),
  MAIL_FOLDER: z.string().default(''),
  /** By default the name of the brand, and no-reply@ the host of PUBLIC_URL. */
  MAIL_FROM: z.literal('').or(mailbox).default(''),
});

export type Config = z.infer<typeof configSchema>;
