import {
  choice,
  csvFormat,
  idSchema,
  instant,
  optionalText,
  pageQuery,
  requiredText,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { changedKeys, changedQuery, fitsCursor } from '../changed-lists/changed-list.ts';
import { changeRequest } from '../fields/change-request.ts';
import { dayFrom, dayWithin, responseDay } from '../fields/day.ts';
import { cents, moneyBetween, responseMoney, upperMoney } from '../fields/money.ts';
import { person } from '../fields/person.ts';
import { reference } from '../fields/reference.ts';
import { storeName } from '../locations/location-names.ts';
import { costKinds } from '../ticket-events/ticket-events.repository.ts';
import { ticketResponse } from '../ticket-rows/tickets.schemas.ts';
import { vendorName } from '../vendors/vendor-name.ts';

/** Of a ticket, so that its list and its sum stay small. */
export const MOST_COSTS = 500;

export const costResponse = z
  .object({
    id: responseId,
    ticketId: responseId,
    kind: z.enum(costKinds),
    amount: responseMoney,
    description: z.string(),
    vendorId: responseId
      .nullable()
      .meta({ description: 'Null also for a vendor that is not visible to you.' }),
    vendor: vendorName.nullable(),
    invoiceNumber: z.string().nullable(),
    incurredOn: responseDay,
    createdBy: responseId.nullable().meta({ description: 'Null once the user was removed.' }),
    creator: person.nullable(),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    version: z.int().meta({ description: 'The one in the ETag.' }),
  })
  .meta({ id: 'CostResponse', description: 'What was paid for a ticket. A credit is negative.' });

/** What a change of costs does to the ticket. */
const ticketSpending = ticketResponse
  .pick({ totalCost: true, approval: true })
  .extend({ version: z.int().meta({ description: 'The one in the ETag of the ticket.' }) })
  .meta({ id: 'TicketSpending', description: 'The costs of the ticket after the change.' });

const example = {
  id: '01a1fdf3-5e20-7c4f-b2a3-a1d5e6f70819',
  ticketId: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
  kind: 'parts',
  amount: '120.50',
  description: 'Heating element',
  vendorId: null,
  vendor: null,
  invoiceNumber: 'INV-2041',
  incurredOn: '2026-03-05',
  createdBy: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
  creator: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
  createdAt: '2026-03-05T16:20:31.250Z',
  updatedAt: '2026-03-05T16:20:31.250Z',
  version: 1,
};
const exampleTicket = { totalCost: '120.50', approval: 'none', version: 3 };

export const changedCost = costResponse.extend({ ticket: ticketSpending }).meta({
  id: 'ChangedCostResponse',
  description: 'A cost, and the costs of its ticket after the change.',
  examples: [{ ...example, ticket: exampleTicket }],
});

export const deletedCost = z.object({ ticket: ticketSpending }).meta({
  id: 'DeletedCostResponse',
  description: 'The costs of the ticket after the removal.',
  examples: [{ ticket: { ...exampleTicket, totalCost: '0.00' } }],
});

/** A cost in the list of all costs. */
export const listedCost = costResponse
  .extend({
    ticket: z.object({ id: responseId, number: z.int(), title: z.string() }),
    location: storeName,
  })
  .meta({
    id: 'ListedCostResponse',
    description: 'A cost, with its ticket and location.',
    examples: [
      {
        ...example,
        ticket: { id: example.ticketId, number: 1042, title: 'Oven is cold' },
        location: {
          id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
          name: 'Harbour Street',
          storeNumber: 'ME-014',
        },
      },
    ],
  });

const costFields = {
  kind: choice(costKinds),
  amount: moneyBetween('-99999.99', '999999.99').refine((amount) => cents(amount) !== 0n, 'Must not be 0.'),
  description: requiredText(255),
  vendorId: reference.nullable().optional().meta({
    description:
      'An active vendor of the location, or that of the ticket. A cost by a manager is under its spending limit.',
  }),
  invoiceNumber: optionalText(60),
  incurredOn: dayWithin(2000, 1),
};

export const createCostRequest = z
  .strictObject({
    ...costFields,
    incurredOn: costFields.incurredOn.optional().meta({
      description: `${costFields.incurredOn.description} Today at the location by default.`,
    }),
  })
  .meta({
    id: 'CreateCostRequest',
    examples: [{ kind: 'parts', amount: '120.50', description: 'Heating element' }],
  });

export const updateCostRequest = changeRequest(costFields, {
  id: 'UpdateCostRequest',
  examples: [{ amount: '112.00' }],
});

export const decisions = ['approve', 'decline'] as const;

export const approvalRequest = z
  .strictObject({
    decision: choice(decisions),
    spendingLimit: upperMoney.optional().meta({
      description: 'A new limit, not below the costs. Only with `approve`.',
    }),
    note: optionalText(500).default(null),
    totalCost: upperMoney.meta({
      description: 'The costs that are decided about: 412 if they are others by now.',
    }),
  })
  .refine(({ decision, spendingLimit }) => decision === 'approve' || spendingLimit === undefined, {
    error: 'Only with an approval.',
    path: ['spendingLimit'],
  })
  .meta({
    id: 'ApprovalRequest',
    examples: [{ decision: 'approve', spendingLimit: '800.00', totalCost: '640.00' }],
  });

/** Incurred on, creation, id; or when it changed, id. */
export const listCostsQuery = z
  .strictObject({
    ...pageQuery(z.union([z.tuple([dayFrom(2000), instant, idSchema]), changedKeys])),
    ...csvFormat,
    ...changedQuery,
    from: dayFrom(2000).optional().meta({ description: 'Incurred on this day or later.' }),
    to: dayFrom(2000).optional().meta({ description: 'Incurred on this day or before.' }),
    locationId: reference.optional(),
  })
  .refine(...fitsCursor(3));

/** As stored for its Idempotency-Key: the previous release knew no `updatedAt`. */
export const storedCost = z.union([changedCost, changedCost.omit({ updatedAt: true })]);

export type CostResponse = z.infer<typeof costResponse>;
export type ChangedCost = z.infer<typeof changedCost>;
export type DeletedCost = z.infer<typeof deletedCost>;
export type ListedCost = z.infer<typeof listedCost>;
export type TicketSpending = z.infer<typeof ticketSpending>;
export type CreateCostRequest = z.infer<typeof createCostRequest>;
export type UpdateCostRequest = z.infer<typeof updateCostRequest>;
export type ApprovalRequest = z.infer<typeof approvalRequest>;
export type ListCostsQuery = z.infer<typeof listCostsQuery>;
