import { selectRows } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

/**
 * SQL condition that ticket `t` is visible to user `u` now: to every active administrator, and to the active managers of its
 * location; to nobody once svc-core has hidden its removed location.
 */
export const IS_VISIBLE = `(u.active AND EXISTS (SELECT FROM core.locations l WHERE l.id = t.location_id)
  AND (u.role = 'admin' OR EXISTS (
  SELECT FROM core.manager_assignments m WHERE m.location_id = t.location_id AND m.manager_id = u.id)))`;

/** A user and a ticket. */
export interface Recipient {
  userId: string;
  ticketId: string;
}

const recipientRow = z.object({ userId: z.guid(), ticketId: z.guid() });

/** Those who can see their tickets, in no order; one who is given twice may be returned twice. In SQL: whole batches. */
export const visibleTo = (on: EntityManager, recipients: readonly Recipient[]): Promise<Recipient[]> =>
  selectRows(on, recipientRow, {
    name: 'visible-tickets',
    text: `SELECT u.id AS "userId", t.id AS "ticketId"
           FROM unnest($1::uuid[], $2::uuid[]) AS asked (user_id, ticket_id)
             JOIN auth.users u ON u.id = asked.user_id JOIN core.tickets t ON t.id = asked.ticket_id
           WHERE ${IS_VISIBLE}`,
    values: [recipients.map(({ userId }) => userId), recipients.map(({ ticketId }) => ticketId)],
  });
