import { PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
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

/** Who can see which tickets now. In SQL: whole batches. */
@Injectable()
export class TicketScope {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** The ids of those of the tickets that a user can see; none for an inactive user. */
  async visibleTickets(
    userId: string,
    ticketIds: readonly string[],
    on: Pool | EntityManager = this.pool,
  ): Promise<ReadonlySet<string>> {
    const visible = await this.visibleTo(
      ticketIds.map((ticketId) => ({ userId, ticketId })),
      on,
    );
    return new Set(visible.map(({ ticketId }) => ticketId));
  }

  /** Those who can see their tickets, in no order; one who is given twice may be returned twice. */
  visibleTo(recipients: readonly Recipient[], on: Pool | EntityManager = this.pool): Promise<Recipient[]> {
    return selectRows(on, recipientRow, {
      name: 'visible-tickets',
      text: `SELECT u.id AS "userId", t.id AS "ticketId"
             FROM unnest($1::uuid[], $2::uuid[]) AS asked (user_id, ticket_id)
               JOIN auth.users u ON u.id = asked.user_id JOIN core.tickets t ON t.id = asked.ticket_id
             WHERE ${IS_VISIBLE}`,
      values: [recipients.map(({ userId }) => userId), recipients.map(({ ticketId }) => ticketId)],
    });
  }
}
