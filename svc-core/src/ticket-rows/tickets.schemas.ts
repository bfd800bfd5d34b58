import {
  choice,
  instant,
  optionalText,
  requiredText,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { ticketEquipment } from '../equipment/equipment-names.ts';
import { externalId, responseExternalId } from '../external-ids/external-id.ts';
import { changeRequest } from '../fields/change-request.ts';
import { limited, longText, optionalLongText, requiredLongText } from '../fields/long-text.ts';
import { responseMoney, upperMoney } from '../fields/money.ts';
import { person } from '../fields/person.ts';
import { priorities } from '../fields/priorities.ts';
import { jobStates } from '../fields/job-states.ts';
import { proofs } from '../fields/proofs.ts';
import { reference } from '../fields/reference.ts';
import { searchedText } from '../fields/search-text.ts';
import { ticketTypes } from '../fields/ticket-types.ts';
import { ticketLocation } from '../locations/location-names.ts';
import { vendorName } from '../vendors/vendor-name.ts';
import { ticketStatuses } from './ticket-status.ts';

const dueStates = ['none', 'on_track', 'at_risk', 'overdue', 'paused', 'met', 'missed'] as const;
export const pauseReasons = [
  'waiting_vendor',
  'waiting_parts',
  'waiting_approval',
  'store_closed',
  'other',
] as const;
/** Whether costs above the limit of a ticket need an administrator, and what they decided. */
export const approvals = ['none', 'needed', 'approved', 'declined'] as const;
/** By the app, by a personal access token, by a reporter's QR code, by a checklist in which something failed. */
export const channels = ['app', 'api', 'qr', 'checklist'] as const;

/** How badly the reporter says that something is broken: it does not work, it works badly, it can wait. */
export const urgencies = ['high', 'medium', 'low'] as const;

export const ticketResponse = z
  .object({
    id: responseId,
    number: z.int().meta({ description: 'Unique, in the order of creation; people write it as #1042.' }),
    title: searchedText,
    description: longText,
    locationId: responseId,
    assignedTo: responseId.nullable(),
    status: z.enum(ticketStatuses),
    priority: z.enum(priorities),
    ticketType: z.enum(ticketTypes),
    notes: longText.nullable(),
    purchaseOrder: searchedText.nullable(),
    externalId: responseExternalId,
    dueAt: responseInstant.nullable().meta({ description: 'The due date that people set.' }),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    completedAt: responseInstant.nullable().meta({ description: 'Set if and only if the status is solved.' }),
    createdBy: responseId.nullable().meta({
      description: 'Null for a ticket of the system or the public, and once the user was removed.',
    }),
    via: z.string().meta({
      description:
        'How it was created: `app`, `api` (with a token), `qr` (by a QR code), `checklist` (a step failed); later versions have more.',
    }),
    commentCount: z.int().meta({ description: 'Comments that were not removed.' }),
    watching: z.boolean().meta({ description: 'Whether you watch it and have not muted it.' }),
    location: ticketLocation,
    assignee: person
      .extend({
        canOpen: z.boolean().meta({
          description:
            'False once they have left or lost the store: while it is open, the ticket counts as unassigned.',
        }),
      })
      .nullable()
      .meta({ description: 'The assigned employee; null if unassigned.' }),
    equipmentId: responseId.nullable().meta({
      description: 'Null also for equipment that was moved to a location that is not visible to you.',
    }),
    equipment: ticketEquipment.nullable(),
    vendorId: responseId
      .nullable()
      .meta({ description: 'Null also for a vendor that is not visible to you.' }),
    vendor: vendorName.nullable(),
    spendingLimit: responseMoney.nullable().meta({ description: 'Null for no limit.' }),
    approval: z.enum(approvals).meta({
      description:
        'Whether costs above the limit need an administrator. While it is `needed` or `declined` the ticket cannot be solved.',
    }),
    totalCost: responseMoney,
    repeatOf: z.object({ id: responseId, number: z.int() }).nullable().meta({
      description:
        'The ticket of the same equipment that was solved last, at most 30 days before this one. Null too if it is not visible to you.',
    }),
    report: z
      .object({
        reporterName: z.string().nullable(),
        contact: z.string().nullable().meta({ description: 'Erased 30 days after completion.' }),
        urgency: z.enum(urgencies),
        count: z.int().meta({ description: 'Reports of this problem, with the first.' }),
      })
      .nullable()
      .meta({ description: 'The first report by a QR code; null for other tickets.' }),
    respondDueAt: responseInstant.nullable().meta({
      description: 'When somebody should have begun, by the response target. Null while paused.',
    }),
    resolveDueAt: responseInstant.nullable().meta({
      description: 'When it should be solved, by the response target. Null while paused.',
    }),
    respondedAt: responseInstant.nullable().meta({ description: 'When it left the status incoming first.' }),
    pause: z
      .object({
        reason: z.enum(pauseReasons),
        note: z.string().nullable(),
        since: responseInstant,
        until: responseInstant.nullable(),
      })
      .nullable()
      .meta({ description: 'The present pause.' }),
    dueState: z.enum(dueStates).meta({
      description:
        'About `dueAt`, or `resolveDueAt` without one. `none`: no due date; `met` and `missed`: of solved tickets.',
    }),
    photos: z.object({ before: z.int(), after: z.int() }).meta({
      description: 'How many attachments are pictures of the work before it was begun, and after it.',
    }),
    followUpOf: z
      .object({ runId: responseId, stepId: responseId })
      .nullable()
      .meta({ description: 'The run of a checklist, and the step that failed in it.' }),
    vendorJob: z
      .object({ id: responseId, state: z.enum(jobStates), visitAt: responseInstant.nullable() })
      .nullable()
      .meta({
        description: 'How far the vendor is to whom it was sent: the newest job that was not withdrawn.',
      }),
    completionNote: longText.nullable().meta({ description: 'What was done.' }),
    waiver: z
      .object({
        missing: z.array(z.enum(proofs)),
        reason: z.string(),
        by: person.nullable(),
        at: responseInstant,
      })
      .nullable()
      .meta({
        description:
          'Which administrator completed the ticket without what its completion rule asks for. Null for others, and once it is reopened.',
      }),
  })
  .meta({
    id: 'TicketResponse',
    description: 'A maintenance ticket.',
    examples: [
      {
        id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
        number: 1042,
        title: 'Oven is cold',
        description: 'It does not heat up any more.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        assignedTo: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        status: 'in_progress',
        priority: 'high',
        ticketType: 'repair',
        notes: null,
        purchaseOrder: null,
        externalId: null,
        dueAt: null,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T16:20:31.250Z',
        completedAt: null,
        createdBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        via: 'app',
        commentCount: 2,
        watching: true,
        location: {
          id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
          name: 'Harbour Street',
          timezone: 'America/New_York',
          storeNumber: 'ME-014',
        },
        assignee: {
          id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
          firstName: 'Tom',
          lastName: 'Okafor',
          canOpen: true,
        },
        equipmentId: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
        equipment: {
          id: '01a1fdf3-19be-7c4f-a2c8-7d90b3e5fa0c',
          name: 'Oven 1',
          category: 'cooking',
          warrantyUntil: null,
        },
        vendorId: null,
        vendor: null,
        spendingLimit: '500.00',
        approval: 'none',
        totalCost: '120.50',
        repeatOf: null,
        report: null,
        respondDueAt: '2026-03-05T15:19:00.000Z',
        resolveDueAt: '2026-03-05T19:04:00.000Z',
        respondedAt: '2026-03-05T16:20:31.250Z',
        pause: null,
        dueState: 'on_track',
        photos: { before: 1, after: 0 },
        followUpOf: null,
        vendorJob: null,
        completionNote: null,
        waiver: null,
      },
    ],
  });

const isInRange = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year <= 2100;
};

/** In the order of the timeline. */
const ticketFields = {
  title: requiredText(255),
  description: requiredLongText(),
  locationId: reference,
  equipmentId: reference.nullable().meta({
    description: 'Equipment of the location. A ticket that moves to another location leaves it.',
  }),
  assignedTo: reference.nullable(),
  status: choice(ticketStatuses),
  priority: choice(priorities),
  ticketType: choice(ticketTypes),
  notes: optionalLongText(),
  purchaseOrder: optionalText(40),
  vendorId: reference.nullable().meta({
    description:
      'An active vendor of the location. A ticket that moves leaves a vendor that does not serve there.',
  }),
  spendingLimit: upperMoney.nullable().meta({
    description:
      'Only administrators raise or remove a limit, or set one above that of the vendor. Null with a new vendor: the limit of the vendor, which a manager takes also instead of a higher one.',
  }),
  dueAt: instant
    .refine((value) => isInRange(value), 'Must be between 2000 and 2100.')
    .nullable()
    .meta({ description: 'Goes before `resolveDueAt`. From 2000 to 2100.' }),
  externalId,
};

export const createTicketRequest = z
  .strictObject({
    ...ticketFields,
    description: limited(ticketFields.description),
    notes: limited(ticketFields.notes),
    status: z
      .literal('incoming', { error: 'A new ticket must have the status incoming.' })
      .default('incoming')
      .meta({ description: 'A new ticket must have the status incoming.' }),
    assignedTo: ticketFields.assignedTo.default(null),
    equipmentId: ticketFields.equipmentId.default(null),
    priority: ticketFields.priority.default('medium'),
    vendorId: ticketFields.vendorId.default(null),
    spendingLimit: ticketFields.spendingLimit.default(null),
    dueAt: ticketFields.dueAt.default(null),
    externalId: externalId.default(null),
  })
  .meta({
    id: 'CreateTicketRequest',
    examples: [
      {
        title: 'Oven is cold',
        description: 'It does not heat up any more.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        priority: 'high',
        ticketType: 'repair',
      },
    ],
  });

export const updateTicketRequest = changeRequest(
  {
    ...ticketFields,
    completionNote: optionalText(2000).meta({
      description: 'What was done. Kept when the ticket is reopened.',
    }),
    waive: requiredText(500).meta({
      description:
        'With `status: solved`: why the ticket is completed without what its completion rule asks for. Administrators only.',
    }),
  },
  { id: 'UpdateTicketRequest', examples: [{ status: 'in_progress', priority: 'high' }] },
);

/**
 * A created ticket as stored for its Idempotency-Key. One stored by the previous release lacks the fields that are new,
 * so only its id is used.
 */
export const storedTicket = z.union([ticketResponse, ticketResponse.pick({ id: true })]);

export type Approval = (typeof approvals)[number];
export type Channel = (typeof channels)[number];
export type TicketResponse = z.infer<typeof ticketResponse>;
export type CreateTicketRequest = z.infer<typeof createTicketRequest>;
export type UpdateTicketRequest = z.infer<typeof updateTicketRequest>;
