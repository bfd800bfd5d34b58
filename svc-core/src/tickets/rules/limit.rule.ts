import { Injectable } from '@nestjs/common';
import { TicketSpending } from '../../spending/ticket-spending.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

/** Who may spend how much: only administrators raise a limit, and a vendor brings its own (spending/approval.ts). */
@Injectable()
export class LimitRule implements TicketRule {
  constructor(private readonly spending: TicketSpending) {}

  /** @throws Problem 403 when somebody else than an administrator raises the limit or sets one above the vendor's */
  decide({ by, before, asked, after, read }: TicketChange): void {
    if (read.vendor !== undefined)
      after.spendingLimit = this.spending.limitAfter(by, before, asked.spendingLimit, read.vendor);
    if (asked.costs && asked.costs.limit !== before.spendingLimit) after.spendingLimit = asked.costs.limit;
  }
}
