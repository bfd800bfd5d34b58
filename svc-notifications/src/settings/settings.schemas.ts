import { choice, instant, responseInstant, type Versioned } from '@mainstay/service-kit';
import { z } from 'zod';
import {
  type ChosenSettings,
  DEFAULT_KINDS,
  emailTimes,
  type NotificationSettings,
} from './notification-settings.ts';
import { timeZone } from './time-zone.ts';

const requiredOr = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Required.' : message),
});

const timeOfDay = z
  .string(requiredOr('Must be text.'))
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day such as 07:30.');

const preference = z.strictObject(
  {
    inApp: z
      .boolean(requiredOr('Must be true or false.'))
      .meta({ description: 'Whether the inbox shows it.' }),
    email: choice(emailTimes).meta({
      description: 'When a mail is sent: never, at once, or with the daily digest.',
    }),
  },
  requiredOr('Must be an object.'),
);

const kinds = z.strictObject(
  {
    mentioned: preference.meta({ description: 'A comment mentions you.' }),
    assigned: preference.meta({ description: 'A ticket is assigned to you.' }),
    commented: preference.meta({ description: 'Somebody commented on a ticket that you watch.' }),
    status_changed: preference.meta({ description: 'The status of a ticket that you watch changed.' }),
    reported: preference.meta({ description: 'A problem of your store was reported by its QR code.' }),
    at_risk: preference.meta({ description: 'A ticket of yours is at risk: its due date is near.' }),
    overdue: preference.meta({ description: 'A ticket of yours is overdue.' }),
    escalated: preference.meta({ description: 'A ticket that stayed overdue was escalated to you.' }),
    approval_needed: preference.meta({
      description: 'Costs of a ticket exceed its limit: an administrator must approve.',
    }),
    approval_decided: preference.meta({
      description: 'Costs that you added, or of a ticket of yours, were approved or declined.',
    }),
    check_failed: preference.meta({ description: 'Something failed in a checklist of your store.' }),
    vendor_answered: preference.meta({
      description: 'A vendor to whom you sent a ticket, or of a ticket of yours, answered or sent a quote.',
    }),
    vendor_done: preference.meta({ description: 'Such a vendor is done.' }),
  },
  requiredOr('Must be an object.'),
);

const settings = {
  quietHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay }, requiredOr('Must be an object or null.'))
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Must differ from the beginning.' })
    .nullable()
    .meta({ description: 'No mail is sent meanwhile; `to` may be on the next day.' }),
  digestTime: timeOfDay.meta({ description: 'When the daily digest is sent.' }),
  timeZone: timeZone.meta({
    description:
      'An IANA name. All times of day are in it. Until you save one, that of your stores if it is one, else of your browser.',
  }),
};

const example = {
  kinds: DEFAULT_KINDS,
  quietHours: { from: '22:00', to: '06:30' },
  digestTime: '07:00',
  timeZone: 'America/New_York',
  pausedUntil: null,
} as const;

export const settingsResponse = z
  .object({
    kinds,
    ...settings,
    pausedUntil: responseInstant.nullable().meta({ description: 'No mail is sent before.' }),
  })
  .meta({
    id: 'NotificationSettingsResponse',
    description: 'Of what you are told, and by which ways.',
    examples: [example],
  });
export type SettingsResponse = z.infer<typeof settingsResponse>;

export const updateSettingsRequest = z
  .strictObject({
    kinds: kinds.partial(),
    ...settings,
    pausedUntil: instant.nullable().meta({ description: 'No mail is sent before.' }),
  })
  .meta({
    id: 'UpdateNotificationSettingsRequest',
    description: 'All settings. A kind that is not named stays as it is.',
    examples: [example],
  });
export type UpdateSettingsRequest = z.infer<typeof updateSettingsRequest>;

export const toVersionedResponse = ({
  body: { pausedUntil, ...chosen },
  version,
}: Versioned<NotificationSettings>): Versioned<SettingsResponse> => ({
  body: { ...chosen, pausedUntil: pausedUntil?.toISOString() ?? null },
  version,
});

export const fromRequest = ({ pausedUntil, ...settings }: UpdateSettingsRequest): ChosenSettings => ({
  ...settings,
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
});
