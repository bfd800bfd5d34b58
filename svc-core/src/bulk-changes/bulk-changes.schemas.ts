import { responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { reference } from '../fields/reference.ts';
import { updateTicketRequest } from '../ticket-rows/tickets.schemas.ts';

const MOST_TICKETS = 200;

const fields = updateTicketRequest.pick({ status: true, priority: true, assignedTo: true, locationId: true });
export const fieldsInBulk = fields.keyof().options;
export type TicketChanges = z.infer<typeof fields>;

/** The values that an undo restores: of the changed fields, and with the status the time of completion. */
export const valuesBefore = fields.extend({ completedAt: responseInstant.nullable() });
export type ValuesBefore = z.infer<typeof valuesBefore>;

const exampleId = '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702';

export const bulkChangeRequest = z
  .strictObject({
    ids: z
      .array(reference)
      .min(1, 'Name at least one ticket.')
      .max(MOST_TICKETS, `At most ${MOST_TICKETS} tickets.`)
      .refine((ids) => new Set(ids).size === ids.length, 'Names a ticket twice.'),
    versions: z
      .record(reference, z.int('Must be a whole number.').min(1, 'At least 1.'))
      .optional()
      .meta({ description: 'The versions that you read, by the ids: a ticket with another one is refused.' }),
    changes: fields
      .refine((changes) => Object.keys(changes).length > 0, 'Name at least one change.')
      .meta({ description: 'Fields that are left out stay as they are.' }),
  })
  .refine(({ ids, versions = {} }) => Object.keys(versions).every((id) => ids.includes(id)), {
    error: 'Names a ticket that is not in ids.',
    path: ['versions'],
  })
  .meta({
    id: 'BulkChangeRequest',
    examples: [{ ids: [exampleId], changes: { status: 'in_progress' } }],
  });
export type BulkChangeRequest = z.infer<typeof bulkChangeRequest>;

const undoFields = {
  id: responseId.meta({ description: 'Of the change, for its undo.' }),
  undoUntil: responseInstant.meta({ description: 'Ten minutes after the last ticket was changed.' }),
};

const responseOf = <const Outcomes extends readonly [string, ...string[]]>(outcomes: Outcomes) =>
  z.object({
    ...undoFields,
    results: z.array(
      z.object({
        id: responseId.meta({ description: 'Of the ticket.' }),
        number: z.int().nullable().meta({ description: 'Null for a ticket that is not visible to you.' }),
        outcome: z.enum(outcomes),
        status: z
          .int()
          .meta({ description: 'The status that a PATCH of this ticket alone would have returned.' }),
        code: z.string().nullable().meta({
          description:
            'Why not, for programs: the `code` of its problem. Null if done, or refused by an earlier release.',
        }),
        detail: z.string().nullable().meta({ description: 'Why not, as a sentence for a person.' }),
      }),
    ),
  });
const example = { id: '01a1fdf3-9c10-7b44-8d02-5e7a61c3f409', undoUntil: '2026-03-05T16:30:31.250Z' };

export const bulkChangeResponse = responseOf(['changed', 'unchanged', 'refused']).meta({
  id: 'BulkChangeResponse',
  description: 'What became of each ticket, in the order of the request.',
  examples: [
    {
      ...example,
      results: [{ id: exampleId, number: 1042, outcome: 'changed', status: 200, code: null, detail: null }],
    },
  ],
});

export const bulkUndoResponse = responseOf(['restored', 'kept']).meta({
  id: 'BulkUndoResponse',
  description: 'What became of each ticket that was changed, in the order of the request.',
  examples: [
    {
      ...example,
      results: [
        {
          id: exampleId,
          number: 1042,
          outcome: 'kept',
          status: 409,
          code: 'changed_since',
          detail: 'It was changed since.',
        },
      ],
    },
  ],
});

export const undoableChangeResponse = z
  .object({
    ...undoFields,
    ticketIds: z.array(responseId).meta({ description: 'The tickets that were changed.' }),
  })
  .meta({
    id: 'UndoableChangeResponse',
    description: 'A change of many tickets that can still be undone.',
    examples: [{ ...example, ticketIds: [exampleId] }],
  });
export type UndoableChangeResponse = z.infer<typeof undoableChangeResponse>;

type Result = z.infer<typeof bulkChangeResponse | typeof bulkUndoResponse>['results'][number];
export type Outcome = Result['outcome'];
/** Of a change or of an undo, which have other outcomes. */
export interface BulkResults {
  id: string;
  undoUntil: string;
  results: (Omit<Result, 'outcome'> & { outcome: Outcome })[];
}
