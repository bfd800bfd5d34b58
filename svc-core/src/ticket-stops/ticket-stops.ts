import { conflict, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { optionalMoment } from '../fields/instant.ts';
import { TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import type { PauseRequest } from './pauses.schemas.ts';
import { TicketStop } from './ticket-stop.entity.ts';

/** Maximum pauses of a ticket, and maximum reopenings: its deadlines are computed from all of them. */
const MOST_STOPS = 500;

const endedRow = z.object({ ticketId: responseId });

/** The times that do not count for the deadlines of a ticket, which the caller has locked. */
@Injectable()
export class TicketStops {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketsRepository,
    private readonly events: TicketEvents,
  ) {}

  isPaused(within: EntityManager, ticketId: string): Promise<boolean> {
    return within.existsBy(TicketStop, { ticketId, endedAt: IsNull() });
  }

  /** @throws Problem 409 while it is paused, and after {@link MOST_STOPS} pauses */
  async requirePausable(within: EntityManager, ticketId: string): Promise<void> {
    if (await this.isPaused(within, ticketId))
      throw conflict('already_paused', 'The ticket is paused already.');
    if ((await within.countBy(TicketStop, { ticketId, reason: Not('solved') })) >= MOST_STOPS)
      throw conflict('too_many_pauses', `A ticket can be paused at most ${MOST_STOPS} times.`);
  }

  /** @throws Problem 409 after it was reopened {@link MOST_STOPS} times */
  async requireReopenable(within: EntityManager, ticketId: string): Promise<void> {
    if ((await within.countBy(TicketStop, { ticketId, reason: 'solved' })) >= MOST_STOPS)
      throw conflict(
        'too_many_reopenings',
        `A ticket can be reopened at most ${MOST_STOPS} times. Create a new one.`,
      );
  }

  /** A pause begins. */
  async addPause(within: EntityManager, ticketId: string, { until, ...pause }: PauseRequest): Promise<void> {
    await within.insert(TicketStop, { ticketId, ...pause, until: optionalMoment(until) });
  }

  /** The ticket was solved until now. */
  async addSolved(within: EntityManager, ticketId: string, since: Date): Promise<void> {
    await within.insert(TicketStop, { ticketId, reason: 'solved', since, endedAt: () => 'now()' });
  }

  /** The ticket, solved since then, was not reopened after all. */
  async removeSolved(within: EntityManager, ticketId: string, since: Date): Promise<void> {
    await within.delete(TicketStop, { ticketId, reason: 'solved', since });
  }

  /**
   * The pause that ended when the ticket was solved goes on; if its time is over by now, the clock ends it.
   * @returns the pause; null if there was none
   */
  async continuePause(
    within: EntityManager,
    ticketId: string,
    completedAt: Date,
  ): Promise<PauseRequest | null> {
    const pause = await within.findOneBy(TicketStop, { ticketId, endedAt: completedAt });
    if (!pause || pause.reason === 'solved') return null;
    const { id, reason, note, until } = pause;
    await within.update(TicketStop, id, { endedAt: null });
    return { reason, note, until: until?.toISOString() ?? null };
  }

  /**
   * Ends the present pause.
   * @returns false without one
   */
  async endPause(within: EntityManager, ticketId: string): Promise<boolean> {
    const { affected } = await within.update(
      TicketStop,
      { ticketId, endedAt: IsNull() },
      { endedAt: () => 'least(now(), until)' },
    );
    return affected === 1;
  }

  /**
   * Ends the pauses of these tickets whose time is over. They end at that time, whenever this is. No rule is concerned:
   * nobody asks for it, and the clock that calls this computes the deadlines. In SQL: RETURNING of several rows.
   */
  async endThoseOver(within: EntityManager, ticketIds: readonly string[]): Promise<void> {
    const ended = await this.database.rows(
      endedRow,
      sql`UPDATE core.ticket_stops SET ended_at = until
          WHERE ticket_id = ANY (${ticketIds}) AND ended_at IS NULL AND until <= now()
          RETURNING ticket_id AS "ticketId"`,
      { within },
    );
    if (ended.length === 0) return;
    const tickets = await this.tickets.touch(
      within,
      ended.map(({ ticketId }) => ticketId),
    );
    await this.events.add(
      within,
      tickets.map((ticket) => ({ ...ticket, kind: 'resumed' })),
    );
  }
}
