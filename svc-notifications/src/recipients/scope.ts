import { selectRows } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

/**
 * SQL condition that what is at a location concerns user `u` now: they are active, svc-core lets them see it, and it is
 * not archived.
 * @param locationId an expression in SQL
 */
export const isVisibleAt = (locationId: string): string =>
  `(u.active AND EXISTS (
    SELECT FROM core.visible_locations(u.id) v JOIN core.locations l ON l.id = v.id
    WHERE v.id = ${locationId} AND l.archived_at IS NULL))`;

/** A user, and a ticket, a QR code, or the location of what is neither: the others are null. */
const recipientRow = z.object({
  userId: z.guid(),
  ticketId: z.guid().nullable(),
  codeId: z.guid().nullable(),
  locationId: z.guid().nullable(),
});
export type Recipient = z.infer<typeof recipientRow>;

/**
 * Those who can see their tickets, codes and locations, in no order; one who is given twice may be returned twice. In
 * SQL: whole batches.
 */
export const visibleTo = (on: EntityManager, recipients: readonly Recipient[]): Promise<Recipient[]> =>
  selectRows(on, recipientRow, {
    name: 'visible-subjects',
    text: `SELECT u.id AS "userId", t.id AS "ticketId", k.id AS "codeId",
             asked.location_id AS "locationId"
           FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS asked (user_id, ticket_id, code_id, location_id)
             JOIN auth.users u ON u.id = asked.user_id
             LEFT JOIN core.tickets t ON t.id = asked.ticket_id
             LEFT JOIN core.intake_codes k ON k.id = asked.code_id
           WHERE ${isVisibleAt('coalesce(t.location_id, k.location_id, asked.location_id)')}`,
    values: [
      recipients.map(({ userId }) => userId),
      recipients.map(({ ticketId }) => ticketId),
      recipients.map(({ codeId }) => codeId),
      recipients.map(({ locationId }) => locationId),
    ],
  });
