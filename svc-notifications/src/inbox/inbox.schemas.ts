import {
  choice,
  creationKeys,
  idSchema,
  instant,
  pageQuery,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { decisions, kinds, vendorNews } from '../recipients/new-item.ts';

const location = z.object({
  id: responseId,
  name: z.string(),
  timezone: z.string().meta({ description: 'An IANA name.' }),
});

export const inboxItemResponse = z
  .object({
    id: responseId,
    kind: z.string().meta({
      description: `Why you are told: you are mentioned or assigned; you watch the ticket, and somebody commented or changed its status; somebody reported a problem of your store by its QR code or added to such a report, or the code was suspended after too many reports; a ticket of yours is at risk or overdue, or was escalated to you; costs need your approval, or were decided about; a vendor answered, sent a quote or is done; or something failed in a checklist of your store. One of ${kinds.map((kind) => `\`${kind}\``).join(', ')}; later versions have more.`,
    }),
    dueAt: responseInstant.nullable().meta({
      description: 'The due date that an item of the kind `at_risk`, `overdue` or `escalated` is about.',
    }),
    decision: z
      .object({
        outcome: z.enum(decisions),
        amount: z.string().meta({
          description: 'Up to which costs are approved, or those that were declined. For example 900.00.',
        }),
      })
      .nullable()
      .meta({
        description:
          'Of the kind `approval_decided`; null for other kinds, and for items of a version before.',
      }),
    vendor: vendorNews
      .extend({ event: z.string(), amount: z.string().nullable().meta({ description: 'Of a quote.' }) })
      .nullable()
      .meta({
        description:
          'Of the kinds `vendor_answered` and `vendor_done`: which vendor did what, `accepted`, `declined`, `quoted`, `done`, or `mail_failed`: the mail to the vendor was refused. Later versions have more.',
      }),
    createdAt: responseInstant.meta({ description: 'When the change was made.' }),
    readAt: responseInstant.nullable(),
    actor: z.object({ id: responseId, firstName: z.string(), lastName: z.string() }).nullable().meta({
      description: 'Who made the change. Null for the system and the public, and once the user was removed.',
    }),
    ticket: z
      .object({
        id: responseId,
        number: z.int(),
        title: z.string(),
        location,
      })
      .nullable()
      .meta({
        description:
          'As it is now; null for an item about something else, and once it was removed or is no longer visible to you.',
      }),
    code: z
      .object({
        id: responseId,
        label: z.string().nullable(),
        location,
        equipment: z.object({ id: responseId, name: z.string() }).nullable(),
      })
      .nullable()
      .meta({
        description:
          'The QR code that was suspended, as it is now; null for other items, and once it was removed or is no longer visible to you.',
      }),
    run: z.object({ id: responseId, name: z.string(), location }).nullable().meta({
      description:
        'The run of a checklist of an item of the kind `check_failed`; null for other items, and once its location is no longer visible to you.',
    }),
  })
  .meta({
    id: 'InboxItemResponse',
    description: 'A change that concerns you.',
    examples: [
      {
        id: '01a1fdf3-9a44-7c10-8d7e-51f0b3c6ee09',
        kind: 'assigned',
        dueAt: null,
        decision: null,
        vendor: null,
        createdAt: '2026-03-05T16:21:00.000Z',
        readAt: null,
        actor: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
        ticket: {
          id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
          number: 1042,
          title: 'Oven is cold',
          location: {
            id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
            name: 'Harbour Street',
            timezone: 'America/New_York',
          },
        },
        code: null,
        run: null,
      },
    ],
  });
export type InboxItemResponse = z.infer<typeof inboxItemResponse>;

export const listInboxQuery = z.strictObject({
  ...pageQuery(creationKeys),
  unread: choice(['true', 'false'])
    .transform((word) => word === 'true')
    .default(false)
    .meta({ description: '`true`: only items that are not read, and that are about what you can see.' }),
});
export type ListInboxQuery = z.infer<typeof listInboxQuery>;

export const inboxSummaryResponse = z
  .object({
    unread: z
      .int()
      .meta({ description: 'Number of items that are not read, and that are about what you can see.' }),
  })
  .meta({ id: 'InboxSummaryResponse', examples: [{ unread: 3 }] });
export type InboxSummaryResponse = z.infer<typeof inboxSummaryResponse>;

const MOST_IDS = 500;

export const readInboxRequest = z
  .strictObject({
    ids: z
      .array(idSchema, { error: 'Must be a list of ids.' })
      .max(MOST_IDS, `At most ${MOST_IDS}.`)
      .optional()
      .meta({ description: 'Ids of items. Those of other users are ignored.' }),
    before: instant.optional().meta({ description: 'Reads all items up to this moment, and those of it.' }),
  })
  .refine(({ ids, before }) => (ids === undefined) !== (before === undefined), 'Give either ids or before.')
  .meta({ id: 'ReadInboxRequest', examples: [{ before: '2026-03-05T16:21:00.000Z' }] });
export type ReadInboxRequest = z.infer<typeof readInboxRequest>;
