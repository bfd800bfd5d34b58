import { choice, optionalText, requiredText, responseInstant, undisguised } from '@mainstay/service-kit';
import { z } from 'zod';
import type { TicketStatus } from '../ticket-rows/ticket-status.ts';
import { urgencies } from '../ticket-rows/tickets.schemas.ts';
import { languages } from './language-of.ts';

/** Updates of a report that are shown, the newest ones. */
export const SHOWN_UPDATES = 200;

export type Urgency = (typeof urgencies)[number];

/** What the public learns of a ticket's status. */
const reportStates = ['received', 'working', 'fixed'] as const;
export type ReportState = (typeof reportStates)[number];

export const stateOf: Record<TicketStatus, ReportState> = {
  incoming: 'received',
  in_progress: 'working',
  solved: 'fixed',
};

const equipment = z.object({ name: z.string() }).nullable().meta({ description: 'Null if there is none.' });

export const scannedCodeResponse = z
  .object({
    location: z.object({ name: z.string(), storeNumber: z.string() }),
    equipment,
    closed: z.boolean().meta({ description: 'The store is inactive and takes no reports.' }),
    open: z
      .array(
        z.object({
          join: z.string().meta({ description: 'For a report of the same problem; valid for an hour.' }),
          reportedAt: responseInstant,
          state: z.enum(reportStates).extract(['received', 'working']),
        }),
      )
      .meta({ description: 'At most three open reports, newest first.' }),
  })
  .meta({
    id: 'ScannedCodeResponse',
    description: 'What a QR code is on. Nothing of the tickets is in it but their age and state.',
    examples: [
      {
        location: { name: 'Harbour Street', storeNumber: '104' },
        equipment: { name: 'Fryer 2' },
        closed: false,
        open: [
          { join: 'AaH98ytSfw6cRypr4fTXAmkK', reportedAt: '2026-03-05T15:04:00.000Z', state: 'working' },
        ],
      },
    ],
  });
export type ScannedCodeResponse = z.infer<typeof scannedCodeResponse>;

export const createReportRequest = z
  .strictObject({
    description: requiredText(2000, undisguised),
    urgency: choice(urgencies).meta({
      description: '`high`: it does not work; `medium`: it works badly; `low`: it can wait.',
    }),
    reporterName: optionalText(100, undisguised),
    contact: optionalText(254, undisguised).meta({
      description: 'How to reach the reporter. Erased when tracking ends.',
    }),
    join: optionalText(200).meta({ description: 'One of `open` of the code: it is the same problem.' }),
    language: choice(languages).optional().meta({ description: 'By default that of Accept-Language.' }),
    website: z
      .string({ error: 'Must be text.' })
      .trim()
      .default('')
      .meta({ description: 'Hidden from people, and empty: a report that fills it in is refused.' }),
  })
  .meta({
    id: 'CreateReportRequest',
    examples: [{ description: 'The oil does not get hot.', urgency: 'high', reporterName: 'Sam' }],
  });
export type CreateReportRequest = z.infer<typeof createReportRequest>;

export const reportResponse = z
  .object({
    number: z.int().meta({ description: 'Of the ticket; people write it as #1042.' }),
    trackingToken: z
      .string()
      .meta({ description: 'Secret: whoever has it can follow the report and reply.' }),
  })
  .meta({
    id: 'ReportResponse',
    examples: [{ number: 1042, trackingToken: 'k5vwy3x2l7d4mzq6taf5hbn2ca' }],
  });
export type ReportResponse = z.infer<typeof reportResponse>;

const reportUpdate = z
  .object({
    at: responseInstant,
    state: z.enum(reportStates).optional(),
    body: z.string().optional().meta({ description: 'Plain text, of the reporter or of the team.' }),
  })
  .meta({ id: 'ReportUpdate', examples: [{ at: '2026-03-05T16:20:31.250Z', state: 'working' }] });
export type ReportUpdate = z.infer<typeof reportUpdate>;

export const trackingResponse = z
  .object({
    state: z.enum(reportStates),
    updates: z.array(reportUpdate).meta({ description: 'Oldest first; the newest 200.' }),
    location: z.object({ name: z.string() }),
    equipment,
    reportedAt: responseInstant,
    trackingUntil: responseInstant
      .nullable()
      .meta({ description: '30 days after the problem was fixed; null while it is open.' }),
    photos: z.int().meta({ description: 'Photos of this report.' }),
  })
  .meta({
    id: 'TrackingResponse',
    examples: [
      {
        state: 'working',
        updates: [
          { at: '2026-03-05T15:04:00.000Z', body: 'The oil does not get hot.' },
          { at: '2026-03-05T16:20:31.250Z', state: 'working' },
        ],
        location: { name: 'Harbour Street' },
        equipment: { name: 'Fryer 2' },
        reportedAt: '2026-03-05T15:04:00.000Z',
        trackingUntil: null,
        photos: 1,
      },
    ],
  });
export type TrackingResponse = z.infer<typeof trackingResponse>;

export const createReplyRequest = z
  .strictObject({ body: requiredText(1000, undisguised) })
  .meta({ id: 'CreateReplyRequest', examples: [{ body: 'It happens in the morning only.' }] });
export type CreateReplyRequest = z.infer<typeof createReplyRequest>;

export const replyResponse = z.object({ at: responseInstant, body: z.string() }).meta({
  id: 'ReplyResponse',
  examples: [{ at: '2026-03-05T16:25:00.000Z', body: 'It happens in the morning only.' }],
});
export type ReplyResponse = z.infer<typeof replyResponse>;
