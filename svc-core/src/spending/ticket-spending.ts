import { CONFIG, conflict, forbidden, moneyWords, type Principal } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { responseMoney } from '../fields/money.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { Vendor } from '../vendors/vendor.entity.ts';
import { canBeSolved, limitAfter, type Spending } from './approval.ts';

const totalRow = z.object({ total: responseMoney });

/** The costs of tickets against their limits. The caller has locked the ticket, so that no other cost comes between. */
@Injectable()
export class TicketSpending {
  private readonly currency: string;

  constructor(
    private readonly database: Database,
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

  /**
   * The limit of a ticket after a change: see {@link limitAfter}.
   * @param asked undefined where the change names none
   * @param vendor that of the ticket after the change
   * @throws Problem 403 when somebody else than an administrator raises or removes it, or sets one above that of the
   * vendor
   */
  limitAfter(
    { role }: Principal,
    before: Pick<Ticket, 'spendingLimit' | 'vendorId'>,
    asked: string | null | undefined,
    vendor: Vendor | null,
  ): string | null {
    const ofVendor = vendor?.spendingLimit ?? null;
    const after = limitAfter({
      isAdmin: role === 'admin',
      before: before.spendingLimit,
      asked,
      ofVendor,
      isNewVendor: (vendor?.id ?? null) !== before.vendorId,
    });
    if ('limit' in after) return after.limit;
    throw forbidden(
      'role',
      after.refused === 'raised' || ofVendor === null
        ? 'Only administrators raise or remove a spending limit.'
        : `Only an administrator can set a limit above ${this.shown(ofVendor)}.`,
    );
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
      'approval_needed',
      `Costs of ${this.shown(total)} exceed the limit of ${this.shown(spendingLimit)}. An administrator must approve.`,
    );
  }

  /** An amount as people read it: `$640.00`. */
  shown(amount: string): string {
    return moneyWords(amount, this.currency);
  }
}
