import { idSchema, pageQuery, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { attachedFile, commentResponse } from '../comments/comments.schemas.ts';
import { responseMoney } from '../fields/money.ts';
import { person } from '../fields/person.ts';
import { proofs, purposes } from '../fields/proofs.ts';
import {
  checkedStep,
  costKinds,
  shownKinds,
  vendorDetail,
} from '../ticket-events/ticket-events.repository.ts';
import { channels, pauseReasons, updateTicketRequest } from '../ticket-rows/tickets.schemas.ts';

/** The fields of a ticket whose changes are shown, in the order of a line. */
const changedField = updateTicketRequest.omit({ waive: true }).keyof();
export const changedFields = changedField.options;
export type ChangedField = z.infer<typeof changedField>;

/** How a line came: as tickets and comments do, by the link of a vendor, or with a change of many tickets. */
export const ways = [...channels, 'vendor', 'bulk'] as const;
export type Way = (typeof ways)[number];

const changedValue = z.string().nullable();

const lineKinds = [
  'created',
  'changed',
  'commented',
  'attached',
  'detached',
  'purpose_changed',
  ...shownKinds,
];
const purpose = z.enum(purposes).nullable();

export const timelineLineResponse = z
  .object({
    id: responseId,
    at: responseInstant.meta({ description: 'The first of the changes of this line.' }),
    actor: person
      .nullable()
      .meta({ description: 'Null for the system and the public, and once the user was removed.' }),
    via: z
      .string()
      .nullable()
      .meta({
        description:
          'How it was done: `app`, `api` (with a token), `qr` (by a QR code), `vendor` (by a link), `bulk` (with a change of many tickets, or its undo), `checklist`; ' +
          'later versions have more. Null for the system, and in what was recorded before this.',
      }),
    kind: z.string().meta({
      description: `${lineKinds.map((kind) => `\`${kind}\``).join(', ')}; later versions have more.`,
    }),
    changes: z
      .array(
        z.object({
          field: z.string().meta({ description: 'A field of the ticket; later versions have more.' }),
          from: changedValue,
          to: changedValue,
        }),
      )
      .meta({
        description:
          'The values before and after: for `assignedTo`, `locationId`, `equipmentId` and `vendorId` the current names, for a location ' +
          'that is not visible to you `another location`, for equipment that is not visible to you, or was removed, `other ' +
          'equipment`, for a vendor that is not visible to you `another vendor`. Empty unless the kind is `changed`.',
      }),
    comment: commentResponse.optional().meta({ description: 'Present if the kind is `commented`.' }),
    attachment: attachedFile
      .optional()
      .meta({ description: 'Present if the kind is `attached`, `detached` or `purpose_changed`.' }),
    purpose: z.object({ from: purpose, to: purpose }).optional().meta({
      description:
        'What the picture showed before and shows now; present if the kind is `purpose_changed`, and for a file that was attached or detached with one.',
    }),
    pause: z
      .object({
        reason: z.enum(pauseReasons),
        note: z.string().nullable(),
        until: responseInstant.nullable(),
      })
      .optional()
      .meta({ description: 'Present if the kind is `paused`.' }),
    dueAt: responseInstant
      .optional()
      .meta({ description: 'The due date; present if the kind is `overdue` or `escalated`.' }),
    toldTo: z.array(person).optional().meta({
      description: 'The administrators; none means all of them. Present if the kind is `escalated`.',
    }),
    cost: z
      .object({ kind: z.enum(costKinds), amount: responseMoney })
      .optional()
      .meta({
        description: 'Present if the kind is `cost_added`, `cost_changed` or `cost_removed`.',
      }),
    decision: z.object({ amount: responseMoney, note: z.string().nullable() }).optional().meta({
      description: 'The costs that were decided about; present if the kind is `approved` or `declined`.',
    }),
    waiver: z
      .object({ missing: z.array(z.enum(proofs)), reason: z.string() })
      .optional()
      .meta({ description: 'Present if the kind is `waived`.' }),
    checklist: checkedStep.optional().meta({
      description:
        'Present if the kind is `checklist_started`, `checklist_answered` or `checklist_completed`; with the step and its answer if it was answered.',
    }),
    vendor: vendorDetail.optional().meta({
      description:
        'Present if the kind begins with `vendor_` or `quote_`: what happened to the job of a vendor.',
    }),
  })
  .meta({
    id: 'TimelineLineResponse',
    description: 'What was said or done about a ticket.',
    examples: [
      {
        id: '01a1fdf3-8899-7a0c-b1d7-3e6c70f92b08',
        at: '2026-03-05T16:20:31.250Z',
        actor: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
        via: 'app',
        kind: 'changed',
        changes: [
          { field: 'assignedTo', from: null, to: 'Tom Okafor' },
          { field: 'status', from: 'incoming', to: 'in_progress' },
        ],
      },
    ],
  });
export type TimelineLineResponse = z.infer<typeof timelineLineResponse>;

/** The cursor is the id of the last entry of the audit trail that was read. */
export const timelineQuery = z.strictObject(pageQuery(z.tuple([idSchema])));
export type TimelineQuery = z.infer<typeof timelineQuery>;
