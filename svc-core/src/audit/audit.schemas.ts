import { z } from 'zod';
import { choice } from '../fields/choice.ts';
import { answeredInstant, instant } from '../fields/instant.ts';
import { answeredId, reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { creationKeys, pageQuery } from '../lists/page.ts';

const auditActions = ['create', 'update', 'delete'] as const;

/** Null where there was nothing before, or is nothing after. */
const state = z.record(z.string(), z.unknown()).nullable();

export const auditEntryResponse = z
  .object({
    id: answeredId,
    occurredAt: answeredInstant,
    actorId: answeredId.nullable().meta({ description: 'Null for what the system did by itself.' }),
    actor: z
      .object({ id: answeredId, firstName: z.string(), lastName: z.string() })
      .nullable()
      .meta({ description: 'Null also when the user is gone.' }),
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'As in the answer to that request and in the logs.' }),
    action: z.enum(auditActions),
    entity: z.string().meta({ description: 'For example ticket or recurring_task.' }),
    entityId: answeredId,
    before: state.meta({ description: 'All fields before; null for a creation.' }),
    after: state.meta({ description: 'All fields after; null for a removal.' }),
  })
  .meta({
    id: 'AuditEntryResponse',
    description: 'One change: who made it, when, and what it did.',
    examples: [
      {
        id: '01a1fdf3-8899-7a0c-b1d7-3e6c70f92b08',
        occurredAt: '2026-03-05T16:20:31.250Z',
        actorId: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        actor: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Dana', lastName: 'Diaz' },
        requestId: '5a0ee86e-7a44-4a0f-a0c9-0ad5d4b0e3a1',
        action: 'update',
        entity: 'ticket',
        entityId: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
        before: { id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702', status: 'incoming' },
        after: { id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702', status: 'in_progress' },
      },
    ],
  });

export const listAuditEntriesQuery = z.strictObject({
  ...pageQuery(creationKeys),
  entity: searchText.meta({ description: 'For example ticket or recurring_task.' }),
  entityId: reference.optional(),
  actorId: reference.optional(),
  action: choice(auditActions).optional(),
  from: instant.optional().meta({ description: 'Not before this moment.' }),
  to: instant.optional().meta({ description: 'Before this moment.' }),
});

export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;
export type ListAuditEntriesQuery = z.infer<typeof listAuditEntriesQuery>;
