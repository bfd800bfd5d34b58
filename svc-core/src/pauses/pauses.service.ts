import {
  badRequest,
  conflict,
  type Precondition,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Database } from '../database/database.ts';
import { Deadlines } from '../deadlines/deadlines.service.ts';
import { type NewTicketEvent, TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import type { TicketResponse } from '../ticket-rows/tickets.schemas.ts';
import type { PauseRequest } from '../ticket-stops/pauses.schemas.ts';
import { TicketStop } from '../ticket-stops/ticket-stop.entity.ts';
import { TicketStops } from '../ticket-stops/ticket-stops.ts';

/** Pauses of tickets, in which their time does not count. */
@Injectable()
export class PausesService {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketsRepository,
    private readonly deadlines: Deadlines,
    private readonly events: TicketEvents,
    private readonly stops: TicketStops,
  ) {}

  /**
   * @throws Problem 404, 412, 400 for an end that is not later than now, 409 when it is paused or solved, or was
   * paused too often
   */
  pause(
    principal: Principal,
    id: string,
    { reason, note, until }: PauseRequest,
    precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    if (until !== null && Date.parse(until) <= Date.now())
      throw badRequest({ until: ['Must be later than now.'] });
    return this.change(principal, id, precondition, async (transaction, ticket) => {
      if (ticket.status === 'solved') throw conflict('A solved ticket cannot be paused.');
      if (await transaction.existsBy(TicketStop, { ticketId: id, endedAt: IsNull() }))
        throw conflict('The ticket is paused already.');
      await this.stops.addPause(transaction, id, {
        reason,
        note,
        until: until === null ? null : new Date(until),
      });
      return { kind: 'paused', reason, note, until };
    });
  }

  /** @throws Problem 404, 412, 409 when it is not paused */
  resume(principal: Principal, id: string, precondition: Precondition): Promise<Versioned<TicketResponse>> {
    return this.change(principal, id, precondition, async (transaction) => {
      if (!(await this.stops.endPause(transaction, id))) throw conflict('The ticket is not paused.');
      return { kind: 'resumed' };
    });
  }

  /** Ends the pauses of these locked tickets whose time is over. */
  async endThoseOver(within: EntityManager, ticketIds: readonly string[]): Promise<void> {
    const ended = await this.stops.endThoseOver(within, ticketIds);
    await this.events.add(
      within,
      ended.map((ticket) => ({ ...ticket, kind: 'resumed' })),
    );
  }

  private change(
    principal: Principal,
    id: string,
    precondition: Precondition,
    work: (
      transaction: EntityManager,
      ticket: Ticket,
    ) => Promise<Omit<NewTicketEvent, 'ticketId' | 'locationId' | 'actorId'>>,
  ): Promise<Versioned<TicketResponse>> {
    return this.database.transaction(async (transaction) => {
      const ticket = await this.tickets.lock(transaction, principal, id);
      precondition(ticket.version);
      const event = await work(transaction, ticket);
      const place = { ticketId: id, locationId: ticket.locationId, actorId: principal.userId };
      await this.events.add(transaction, [{ ...event, ...place }]);
      // A pause is a change of the ticket.
      await transaction.update(Ticket, id, { updatedAt: () => 'now()' });
      await this.deadlines.refresh(transaction, [id]);
      return this.tickets.get(principal, id, transaction);
    });
  }
}
