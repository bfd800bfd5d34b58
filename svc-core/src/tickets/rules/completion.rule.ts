import { Injectable } from '@nestjs/common';
import { now } from '../../ticket-rows/tickets.repository.ts';
import { completionIn, ticketAfter, type TicketChange, type TicketRule } from '../ticket-change.ts';

/**
 * Reports count when somebody first began (`respondedAt`) and when it was solved, which reopening takes back. An undo
 * that solves it again restores that time.
 */
@Injectable()
export class CompletionRule implements TicketRule {
  decide(change: Pick<TicketChange, 'before' | 'asked' | 'after'>): void {
    const { before, asked, after } = change;
    const completion = completionIn(change);
    if (completion !== 'keep')
      after.completedAt = completion === 'set' ? (asked.undo?.completedAt ?? now) : null;
    const isBegun = before.status === 'incoming' && ticketAfter(change).status !== 'incoming';
    if (isBegun && before.respondedAt === null) after.respondedAt = now;
  }
}
