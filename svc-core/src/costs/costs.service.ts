import {
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { cents } from '../fields/money.ts';
import { type CostEvent, TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { vendorAfter } from '../vendors/served-vendor.ts';
import { type Cause, limitAfterCost } from '../spending/approval.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { CostsRepository } from './costs.repository.ts';
import {
  type ChangedCost,
  storedCost,
  type CreateCostRequest,
  type DeletedCost,
  MOST_COSTS,
  type TicketSpending as Spending,
  type UpdateCostRequest,
} from './costs.schemas.ts';
import { TicketCost } from './ticket-cost.entity.ts';
import { TicketSpending } from '../spending/ticket-spending.ts';

/** A credit that is removed is more, too. */
const causeOf = (before: string, after: string): Cause => (cents(after) > cents(before) ? 'more' : 'less');

/** What tickets cost. Each change locks the ticket first, so that costs never pass its limit unnoticed. */
@Injectable()
export class CostsService {
  constructor(
    private readonly database: Database,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    private readonly costs: CostsRepository,
    private readonly spending: TicketSpending,
    private readonly events: TicketEvents,
  ) {}

  /**
   * @throws Problem 400 when the vendor is neither an active one of the location nor that of the ticket, 404, 409 when
   *   the ticket has {@link MOST_COSTS}
   */
  async create(
    principal: Principal,
    ticketId: string,
    request: CreateCostRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ChangedCost>> {
    const { body, version } = await this.database.once(
      principal,
      idempotentRequest,
      versioned(storedCost),
      async (transaction) => {
        const ticket = await this.rows.lock(transaction, principal, ticketId);
        const { id, spending } = await this.add(transaction, principal, ticket, request, principal.userId);
        return this.read(transaction, principal, id, spending);
      },
    );
    return { body: { updatedAt: body.createdAt, ...body }, version };
  }

  /**
   * Adds a cost to a ticket that the caller has locked.
   * @param createdBy null for a vendor
   * @throws Problem 400, 409 as {@link create}
   */
  async add(
    within: EntityManager,
    principal: Principal,
    ticket: Ticket,
    request: CreateCostRequest,
    createdBy: string | null,
  ): Promise<{ id: string; spending: Spending }> {
    const { id: ticketId, locationId } = ticket;
    const { vendorId = null, incurredOn = await this.costs.today(within, locationId) } = request;
    const limit = await this.limitAfter(within, principal, ticket, vendorId);
    if ((await within.countBy(TicketCost, { ticketId })) >= MOST_COSTS) {
      throw conflict('too_many_costs', `A ticket can have at most ${MOST_COSTS} costs.`);
    }
    const id = await insertEntity(within, TicketCost, { ...request, ticketId, incurredOn, createdBy });
    const effect = { cause: causeOf('0.00', request.amount), limit, by: createdBy };
    return { id, spending: await this.addEvent(within, principal, ticket, effect, 'cost_added', request) };
  }

  /** @throws Problem 400 when a new vendor is neither an active one of the location nor that of the ticket, 404, 412 */
  update(
    principal: Principal,
    id: string,
    changes: UpdateCostRequest,
    precondition: Precondition,
  ): Promise<Versioned<ChangedCost>> {
    return this.database.transaction(async (transaction) => {
      const { ticket, cost } = await this.lock(transaction, principal, id);
      precondition(cost.version);
      const { vendorId = cost.vendorId, kind = cost.kind, amount = cost.amount } = changes;
      const kept = vendorId === cost.vendorId ? vendorId : ticket.vendorId;
      const isOther = vendorId !== cost.vendorId || amount !== cost.amount;
      const limit = isOther
        ? await this.limitAfter(transaction, principal, ticket, vendorId, kept)
        : ticket.spendingLimit;
      if (Object.keys(changes).length > 0) await transaction.update(TicketCost, id, changes);
      const isShown = kind !== cost.kind || amount !== cost.amount;
      const spending = await this.addEvent(
        transaction,
        principal,
        ticket,
        { cause: causeOf(cost.amount, amount), limit },
        isShown ? 'cost_changed' : null,
        { kind, amount },
      );
      return this.read(transaction, principal, id, spending);
    });
  }

  /** @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<DeletedCost> {
    return this.database.transaction(async (transaction) => {
      const { ticket, cost } = await this.lock(transaction, principal, id);
      precondition(cost.version);
      await transaction.delete(TicketCost, id);
      const effect = { cause: causeOf(cost.amount, '0.00'), limit: ticket.spendingLimit };
      return { ticket: await this.addEvent(transaction, principal, ticket, effect, 'cost_removed', cost) };
    });
  }

  /**
   * The limit of the ticket after a cost that names this vendor.
   * @param kept is not checked: invoices come later, so that the vendor of the ticket need not be active any more
   * @throws Problem 400 for the vendor
   */
  private async limitAfter(
    within: EntityManager,
    { role }: Principal,
    { locationId, vendorId: ofTicket, spendingLimit: before }: Ticket,
    vendorId: string | null,
    kept = ofTicket,
  ): Promise<string | null> {
    const vendor = await vendorAfter(within, { locationId, vendorId: kept }, { vendorId });
    return limitAfterCost({ isAdmin: role === 'admin', before, ofVendor: vendor?.spendingLimit ?? null });
  }

  private async lock(within: EntityManager, principal: Principal, id: string) {
    const ticketId = await this.costs.ticketOf(within, principal, id);
    const ticket = await this.rows.lock(within, principal, ticketId);
    return { ticket, cost: await this.costs.lock(within, id) };
  }

  /** Adds the change to the timeline, and stores what it does to the ticket. */
  private async addEvent(
    within: EntityManager,
    principal: Principal,
    ticket: Ticket,
    { cause, limit, by = principal.userId }: { cause: Cause; limit: string | null; by?: string | null },
    kind: CostEvent | null,
    cost: Pick<TicketCost, 'kind' | 'amount'>,
  ): Promise<Spending> {
    if (kind !== null) {
      const ids = { ticketId: ticket.id, locationId: ticket.locationId, ...(by !== null && { actorId: by }) };
      await this.events.add(within, [{ ...ids, kind, costKind: cost.kind, amount: cost.amount }]);
    }
    const total = await this.spending.total(within, ticket.id);
    const { approval, version } = await this.tickets.change(within, principal, ticket, {
      costs: { total, cause, limit },
    });
    return { totalCost: total, approval, version };
  }

  private async read(
    within: EntityManager,
    principal: Principal,
    id: string,
    ticket: Spending,
  ): Promise<Versioned<ChangedCost>> {
    const { body, version } = await this.costs.get(principal, id, within);
    return { body: { ...body, ticket }, version };
  }
}
