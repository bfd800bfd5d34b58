import { conflict } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { TicketEvents } from '../../ticket-events/ticket-events.repository.ts';
import { now } from '../../ticket-rows/tickets.repository.ts';
import { TicketStops } from '../../ticket-stops/ticket-stops.ts';
import { completionIn, ticketAfter, type TicketChange, type TicketRule } from '../ticket-change.ts';

/**
 * Time in which nobody can work does not count: a pause, which ends when the ticket is solved, and the time from then
 * until it is reopened. After an undo it is as if the change had never solved it, or reopened it.
 */
@Injectable()
export class PausesRule implements TicketRule {
  constructor(
    private readonly stops: TicketStops,
    private readonly events: TicketEvents,
  ) {}

  /** @throws Problem 409 for a pause of a ticket that is solved or paused, for an end without one, and after too many */
  async decide(change: TicketChange): Promise<void> {
    const { within, before, asked, after } = change;
    if (asked.pause) {
      if (ticketAfter(change).status === 'solved')
        throw conflict('ticket_solved', 'A solved ticket cannot be paused.');
      await this.stops.requirePausable(within, before.id);
    }
    if (asked.pause === null && !(await this.stops.isPaused(within, before.id)))
      throw conflict('not_paused', 'The ticket is not paused.');
    // A pause is a change of the ticket, though it has no field there.
    if (asked.pause !== undefined) after.updatedAt = now;
    if (completionIn(change) === 'clear') await this.stops.requireReopenable(within, before.id);
  }

  async done(change: TicketChange): Promise<void> {
    const { within, by, before, asked } = change;
    const { id, completedAt } = before;
    const at = { ticketId: id, locationId: ticketAfter(change).locationId, actorId: by.userId };
    const completion = completionIn(change);
    if (asked.pause) {
      await this.stops.addPause(within, id, asked.pause);
      await this.events.add(within, [{ ...at, kind: 'paused', ...asked.pause }]);
    }
    const mustEnd = asked.pause === null || completion === 'set';
    if (mustEnd && (await this.stops.endPause(within, id)))
      await this.events.add(within, [{ ...at, kind: 'resumed' }]);
    if (asked.undo?.completedAt && completion === 'set')
      await this.stops.removeSolved(within, id, asked.undo.completedAt);
    if (completedAt === null || completion !== 'clear') return;
    // Also in an undo, if the ticket was solved again since.
    if (asked.undo?.changedAt.getTime() !== completedAt.getTime())
      return this.stops.addSolved(within, id, completedAt);
    const pause = await this.stops.continuePause(within, id, completedAt);
    if (pause) await this.events.add(within, [{ ...at, kind: 'paused', ...pause }]);
  }
}
