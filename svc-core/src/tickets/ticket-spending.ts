import { CONFIG, conflict, moneyWords } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { DeadlinesRepository } from '../deadlines/deadlines.repository.ts';
import { responseMoney } from '../fields/money.ts';
import { type Approval, approvalAfter, canBeSolved, type Cause, type Spending } from './approval.ts';
import { Ticket } from './ticket.entity.ts';

const totalRow = z.object({ total: responseMoney });

/** The costs of tickets against their limits. The caller has locked the ticket, so that no other cost comes between. */
@Injectable()
export class TicketSpending {
  private readonly currency: string;

  constructor(
    private readonly database: Database,
    private readonly events: DeadlinesRepository,
    @Inject(CONFIG) { CURRENCY }: Config,
  ) {
    this.currency = CURRENCY;
  }

  /** The sum of the costs. In SQL, because it is exact there. */
  async total(within: EntityManager, ticketId: string): Promise<string> {
    const [row] = await this.database.rows(
      totalRow,
      sql`SELECT coalesce(sum(amount), 0.00) AS total FROM core.ticket_costs WHERE ticket_id = ${ticketId}`,
      { within, prepare: true },
    );
    return row?.total ?? '0.00';
  }

  /** Stores what becomes of the approval after a change of the costs, or of the limit. @param limit the present one */
  async refresh(
    within: EntityManager,
    ticket: Pick<Ticket, 'id' | 'locationId'> & Spending,
    cause: Cause,
    limit = ticket.spendingLimit,
  ): Promise<{ totalCost: string; approval: Approval }> {
    const totalCost = await this.total(within, ticket.id);
    const { approval, approvedAmount } = ticket;
    const after = approvalAfter({ approval, approvedAmount, spendingLimit: limit }, totalCost, cause);
    // Only a change of the approval is a change of the ticket.
    if (after.approval !== ticket.approval) await within.update(Ticket, ticket.id, after);
    if (after.approval === 'needed' && ticket.approval !== 'needed') {
      await this.events.addEvents(within, [
        { ticketId: ticket.id, locationId: ticket.locationId, kind: 'approval_needed', amount: totalCost },
      ]);
    }
    return { totalCost, approval: after.approval };
  }

  /** @throws Problem 409 while an administrator must approve */
  async requireSolvable(
    within: EntityManager,
    ticketId: string,
    { approval, spendingLimit }: Pick<Spending, 'approval' | 'spendingLimit'>,
  ): Promise<void> {
    if (canBeSolved(approval) || spendingLimit === null) return;
    const total = await this.total(within, ticketId);
    throw conflict(
      `Costs of ${this.shown(total)} exceed the limit of ${this.shown(spendingLimit)}. An administrator must approve.`,
    );
  }

  /** An amount as people read it: `$640.00`. */
  shown(amount: string): string {
    return moneyWords(amount, this.currency);
  }
}
