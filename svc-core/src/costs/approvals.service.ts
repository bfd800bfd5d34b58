import {
  badRequest,
  conflict,
  type Precondition,
  preconditionFailed,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { cents } from '../fields/money.ts';
import { TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import type { TicketResponse } from '../ticket-rows/tickets.schemas.ts';
import { canBeSolved } from '../spending/approval.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { CostsRepository } from './costs.repository.ts';
import type { ApprovalRequest } from './costs.schemas.ts';
import { TicketSpending } from '../spending/ticket-spending.ts';

/** Decisions about costs above the limit. Only administrators decide: see the controller. */
@Injectable()
export class ApprovalsService {
  constructor(
    private readonly database: Database,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    private readonly costs: CostsRepository,
    private readonly spending: TicketSpending,
    private readonly events: TicketEvents,
  ) {}

  /**
   * @throws Problem 400 for a limit below the costs, 404, 409 when there is nothing to decide, 412 also for other
   * costs
   */
  decide(
    principal: Principal,
    id: string,
    { decision, spendingLimit, note, totalCost }: ApprovalRequest,
    precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    return this.database.transaction(async (transaction) => {
      const ticket = await this.rows.lock(transaction, principal, id);
      precondition(ticket.version);
      if (canBeSolved(ticket.approval))
        throw conflict('approval_not_needed', 'The costs of this ticket need no approval.');
      if (decision === 'decline' && ticket.approval === 'declined') {
        throw conflict('already_declined', 'The costs of this ticket are declined already.');
      }
      const total = await this.spending.total(transaction, id);
      // Costs that rise do not change the version of the ticket, so that the precondition does not notice them.
      if (totalCost !== total) {
        throw preconditionFailed('costs_changed', `The costs are ${this.spending.shown(total)} by now.`);
      }
      if (spendingLimit !== undefined && cents(spendingLimit) < cents(total)) {
        throw badRequest({
          spendingLimit: [`Must not be below the costs of ${this.spending.shown(total)}.`],
        });
      }
      const isApproved = decision === 'approve';
      await this.tickets.change(transaction, principal, ticket, {
        decision: isApproved
          ? { approval: 'approved', approvedAmount: total }
          : { approval: 'declined', approvedAmount: null },
        ...(spendingLimit !== undefined && { spendingLimit }),
      });
      const lastCreator = await this.costs.lastCreator(transaction, id);
      await this.events.add(transaction, [
        {
          ticketId: id,
          locationId: ticket.locationId,
          actorId: principal.userId,
          kind: isApproved ? 'approved' : 'declined',
          amount: total,
          note,
          notified: lastCreator === null ? [] : [lastCreator],
        },
      ]);
      return this.rows.get(principal, id, transaction);
    });
  }
}
