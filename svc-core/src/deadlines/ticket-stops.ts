import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { TicketStop } from './ticket-stop.entity.ts';

/** The times that do not count for the deadlines of a ticket, which the caller has locked. */
@Injectable()
export class TicketStops {
  /** Ends the present pause. @returns false without one */
  async endPause(within: EntityManager, ticketId: string): Promise<boolean> {
    const { affected } = await within.update(
      TicketStop,
      { ticketId, endedAt: IsNull() },
      { endedAt: () => 'least(now(), until)' },
    );
    return affected === 1;
  }

  /** The ticket was solved until now. */
  async addSolved(within: EntityManager, ticketId: string, since: Date): Promise<void> {
    await within.insert(TicketStop, { ticketId, reason: 'solved', since, endedAt: () => 'now()' });
  }
}
