import { badRequest, forbidden } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { TicketProof, withoutProof } from '../../proof/ticket-proof.ts';
import { TicketEvents } from '../../ticket-events/ticket-events.repository.ts';
import { completionIn, ticketAfter, type TicketChange, type TicketRule } from '../ticket-change.ts';

/** A ticket is solved with what the completion rule of its type asks for, or an administrator waives that. */
@Injectable()
export class ProofRule implements TicketRule {
  constructor(
    private readonly proof: TicketProof,
    private readonly events: TicketEvents,
  ) {}

  /** @throws Problem 409 while something is missing; on `waive` 403 for managers, and 400 where there is nothing to waive */
  async decide(change: TicketChange): Promise<void> {
    const { within, by, before, asked, read } = change;
    const isWaived = asked.waive !== undefined;
    if (isWaived && by.role !== 'admin')
      throw forbidden('role', 'Only administrators complete a ticket without what is missing.');
    if (completionIn(change) !== 'set') {
      if (isWaived) throw badRequest({ waive: ['Only while the ticket is completed.'] });
      return;
    }
    const missing = await this.proof.missing(within, { id: before.id, ...ticketAfter(change) });
    if (!isWaived && missing.length > 0) throw withoutProof(missing);
    if (isWaived && missing.length === 0) throw badRequest({ waive: ['Nothing is missing.'] });
    read.waived = missing;
  }

  /** The waiver is an event of this transaction: see the repository of tickets. */
  async done(change: TicketChange): Promise<void> {
    const {
      within,
      by,
      before,
      asked: { waive: note },
      read: { waived: missing },
    } = change;
    if (note === undefined || missing === undefined) return;
    const { locationId } = ticketAfter(change);
    await this.events.add(within, [
      { ticketId: before.id, locationId, kind: 'waived', actorId: by.userId, missing, note },
    ]);
  }
}
