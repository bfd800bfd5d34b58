import { Injectable } from '@nestjs/common';
import { approvalAfter } from '../../spending/approval.ts';
import { TicketSpending } from '../../spending/ticket-spending.ts';
import { TicketEvents } from '../../ticket-events/ticket-events.repository.ts';
import { completionIn, ticketAfter, type TicketChange, type TicketRule } from '../ticket-change.ts';

/** Costs above the limit need an administrator, and until one approves them the ticket cannot be solved. */
@Injectable()
export class ApprovalRule implements TicketRule {
  constructor(
    private readonly spending: TicketSpending,
    private readonly events: TicketEvents,
  ) {}

  /** @throws Problem 409 when it is solved while an administrator must approve */
  async decide(change: TicketChange): Promise<void> {
    const { within, before, asked, after, read } = change;
    const { spendingLimit } = ticketAfter(change);
    const cause = spendingLimit !== before.spendingLimit ? 'limit' : asked.costs?.cause;
    if (asked.decision) Object.assign(after, asked.decision);
    else if (cause !== undefined) {
      const total = asked.costs?.total ?? (await this.spending.total(within, before.id));
      const { approval, approvedAmount } = before;
      const decided = approvalAfter({ approval, approvedAmount, spendingLimit }, total, cause);
      // Otherwise costs that change nothing of the ticket would give it a new version.
      if (decided.approval !== approval) {
        Object.assign(after, decided);
        if (decided.approval === 'needed') read.totalToApprove = total;
      }
    }
    if (completionIn(change) === 'set')
      await this.spending.requireSolvable(within, before.id, ticketAfter(change));
  }

  /** Notifies administrators of costs that they must approve now. */
  async done({ within, before, read: { totalToApprove: amount } }: TicketChange): Promise<void> {
    if (amount === undefined) return;
    const { id: ticketId, locationId } = before;
    await this.events.add(within, [{ ticketId, locationId, kind: 'approval_needed', amount }]);
  }
}
