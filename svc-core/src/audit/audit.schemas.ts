import { choice, creationKeys, instant, pageQuery, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { person } from '../fields/person.ts';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';

const auditActions = ['create', 'update', 'delete'] as const;

/** Null when nothing existed before or after the change. */
const state = z.record(z.string(), z.unknown()).nullable();

export const auditEntryResponse = z
  .object({
    id: responseId,
    occurredAt: responseInstant,
    actorId: responseId.nullable().meta({ description: 'Null for changes made by the system.' }),
    actor: person.nullable().meta({ description: 'Also null when the user was removed.' }),
    requestId: z
      .string()
      .nullable()
      .meta({ description: 'The same as in the response to that request and in the logs.' }),
    action: z.enum(auditActions),
    entity: z.string().meta({ description: 'For example ticket or recurring_task.' }),
    entityId: responseId,
    before: state.meta({ description: 'All fields before; null for a creation.' }),
    after: state.meta({ description: 'All fields after; null for a removal.' }),
  })
  .meta({
    id: 'AuditEntryResponse',
    description: 'One change: who made it, when, and what changed.',
    examples: [
      {
        id: '01a1fdf3-8899-7a0c-b1d7-3e6c70f92b08',
        occurredAt: '2026-03-05T16:20:31.250Z',
        actorId: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        actor: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Tom', lastName: 'Okafor' },
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
  from: instant.optional().meta({ description: 'At or after this time.' }),
  to: instant.optional().meta({ description: 'Before this time.' }),
});

export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;
export type ListAuditEntriesQuery = z.infer<typeof listAuditEntriesQuery>;
