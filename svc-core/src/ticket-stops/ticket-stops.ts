import { conflict, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { TicketStop } from './ticket-stop.entity.ts';

/** Pauses of a ticket, and as often can it be reopened: its deadlines are computed from all of these times. */
const MOST_STOPS = 500;

const pausedRow = z.object({ ticketId: responseId, locationId: responseId });

/** The times that do not count for the deadlines of a ticket, which the caller has locked. */
@Injectable()
export class TicketStops {
  constructor(private readonly database: Database) {}

  /** Ends the present pause. @returns false without one */
  async endPause(within: EntityManager, ticketId: string): Promise<boolean> {
    const { affected } = await within.update(
      TicketStop,
      { ticketId, endedAt: IsNull() },
      { endedAt: () => 'least(now(), until)' },
    );
    return affected === 1;
  }

  /**
   * Ends the pauses of these tickets whose time is over. They end at that time, whenever this is. In SQL:
   * it changes the tickets in the same statement.
   */
  endThoseOver(
    within: EntityManager,
    ticketIds: readonly string[],
  ): Promise<{ ticketId: string; locationId: string }[]> {
    return this.database.rows(
      pausedRow,
      sql`WITH ended AS (
            UPDATE core.ticket_stops SET ended_at = until
            WHERE ticket_id = ANY (${ticketIds}) AND ended_at IS NULL AND until <= now() RETURNING ticket_id)
          UPDATE core.tickets t SET updated_at = now() FROM ended WHERE t.id = ended.ticket_id
          RETURNING t.id AS "ticketId", t.location_id AS "locationId"`,
      { within },
    );
  }

  /** A pause begins. @throws Problem 409 after {@link MOST_STOPS} */
  async addPause(
    within: EntityManager,
    ticketId: string,
    pause: Pick<TicketStop, 'reason' | 'note' | 'until'>,
  ): Promise<void> {
    if ((await within.countBy(TicketStop, { ticketId, reason: Not('solved') })) >= MOST_STOPS) {
      throw conflict(`A ticket can be paused at most ${MOST_STOPS} times.`);
    }
    await within.insert(TicketStop, { ticketId, ...pause });
  }

  /** The ticket was solved until now. @throws Problem 409 after {@link MOST_STOPS} */
  async addSolved(within: EntityManager, ticketId: string, since: Date): Promise<void> {
    if ((await within.countBy(TicketStop, { ticketId, reason: 'solved' })) >= MOST_STOPS) {
      throw conflict(`A ticket can be reopened at most ${MOST_STOPS} times. Create a new one.`);
    }
    await within.insert(TicketStop, { ticketId, reason: 'solved', since, endedAt: () => 'now()' });
  }
}
