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
  .meta({ id: 'AuditEntryResponse', description: 'One change: who made it, when, and what it did.' });

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
