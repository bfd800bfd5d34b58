import { type Sql, sql } from '../database/sql.ts';

/**
 * SQL condition that an audit entry `a` is about a ticket, one of its comments or one of its attachments. In the form
 * of the index ix_audit_entries_ticket of svc-auth, which continues with the id: the order in which they were written.
 */
export const ticketEntries = (ticketId: string): Sql => sql`
  CASE WHEN a.entity = 'ticket' THEN a.entity_id ELSE (coalesce(a.after, a.before) ->> 'ticket_id')::uuid END
    = ${ticketId} AND a.entity IN ('ticket', 'ticket_comment', 'attachment')`;
