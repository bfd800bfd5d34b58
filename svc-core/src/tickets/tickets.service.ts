import { type IdempotentRequest, type Principal, type Versioned, versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { Deadlines } from '../deadlines/deadlines.service.ts';
import { EntityChanges } from '../entity-rules/entity-service.ts';
import { requireEquipment } from '../equipment/require-equipment.ts';
import { TicketStops } from '../ticket-stops/ticket-stops.ts';
import { TicketSpending } from '../spending/ticket-spending.ts';
import { TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { completionOf } from '../ticket-rows/ticket-status.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import {
  type CreateTicketRequest,
  storedTicket,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from '../ticket-rows/tickets.schemas.ts';
import { requireVendor, vendorAfter } from '../vendors/served-vendor.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { WatchersRepository } from '../watchers/watchers.repository.ts';
import { equipmentAfter } from './rules/equipment.rule.ts';

/** A change of one of these moves deadlines. */
const causes = ['status', 'priority', 'locationId', 'dueAt'] as const;

/** A ticket before it is created. */
const NEW = { spendingLimit: null, vendorId: null };

/** Business rules of tickets (specification, sections 3 and 4). */
@Injectable()
export class TicketsService extends EntityChanges<Ticket, typeof ticketResponse.shape, UpdateTicketRequest> {
  constructor(
    database: Database,
    visibility: VisibilityChecks,
    private readonly tickets: TicketsRepository,
    private readonly watchers: WatchersRepository,
    private readonly deadlines: Deadlines,
    private readonly stops: TicketStops,
    private readonly events: TicketEvents,
    private readonly spending: TicketSpending,
  ) {
    super(database, visibility, tickets, ticketResponse);
  }

  /**
   * @throws Problem 400 when the location, the assignee or the location's equipment or vendor is unknown or not
   * visible, 403 when
   *   somebody else than an administrator sets a limit above that of the vendor
   */
  async create(
    principal: Principal,
    request: CreateTicketRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<TicketResponse>> {
    const { body, version } = await this.database.once(
      principal,
      idempotentRequest,
      versioned(storedTicket),
      async (transaction) => {
        await this.visibility.requireReferences(transaction, principal, request);
        const { locationId, equipmentId, vendorId } = request;
        if (equipmentId !== null) await requireEquipment(transaction, locationId, equipmentId);
        const vendor = vendorId === null ? null : await requireVendor(transaction, locationId, vendorId);
        const spendingLimit = this.spending.limitAfter(principal, NEW, request.spendingLimit, vendor);
        const all = { ...request, spendingLimit };
        const { hasDeadline, ...ticket } = await this.tickets.insert(transaction, principal, all);
        if (!hasDeadline) return ticket;
        await this.deadlines.refresh(transaction, [ticket.body.id]);
        return this.tickets.get(principal, ticket.body.id, transaction);
      },
    );
    return 'number' in body ? { body, version } : this.tickets.get(principal, body.id);
  }

  /**
   * - Any status may follow any other, but not solved while an administrator must approve the costs.
   * - A new assignee watches the ticket from then on.
   * - A ticket moves only to a visible location; it leaves its equipment then, and a vendor that does not serve there.
   * - A pause ends when it is solved, and the time until it is reopened does not count.
   * @throws Problem 400 when the new equipment or vendor is unknown or not visible, 403 when somebody else than an
   *   administrator raises the limit or sets one above the vendor's, 409 when it is solved while an administrator must
   *   approve
   */
  protected async change(
    transaction: EntityManager,
    principal: Principal,
    ticket: Ticket,
    changes: UpdateTicketRequest,
  ): Promise<void> {
    const { id } = ticket;
    const { status = ticket.status, locationId = ticket.locationId, assignedTo } = changes;
    const { equipmentId, mustBeChecked } = equipmentAfter(ticket, changes);
    if (equipmentId !== null && mustBeChecked) await requireEquipment(transaction, locationId, equipmentId);
    const vendor = await vendorAfter(transaction, ticket, changes);
    const spendingLimit = this.spending.limitAfter(principal, ticket, changes.spendingLimit, vendor);
    const completion = completionOf(ticket.status, status);
    const isResponse = ticket.respondedAt === null && ticket.status === 'incoming' && status !== 'incoming';
    const { approval, approvedAmount } =
      spendingLimit !== ticket.spendingLimit
        ? await this.spending.approvalAfter(transaction, ticket, 'limit', spendingLimit)
        : ticket;
    if (completion === 'set')
      await this.spending.requireSolvable(transaction, id, { approval, spendingLimit });
    const vendorId = vendor?.id ?? null;
    const all = { ...changes, equipmentId, vendorId, spendingLimit, approval, approvedAmount };
    await this.tickets.update(transaction, id, all, completion, isResponse);
    if (completion === 'set' && (await this.stops.endPause(transaction, id))) {
      await this.events.add(transaction, [
        { ticketId: id, locationId, kind: 'resumed', actorId: principal.userId },
      ]);
    }
    if (ticket.completedAt !== null && completion === 'clear')
      await this.stops.addSolved(transaction, id, ticket.completedAt);
    if (causes.some((field) => field in changes)) await this.deadlines.refresh(transaction, [id]);
    if (typeof assignedTo === 'string' && assignedTo !== ticket.assignedTo) {
      await this.watchers.add(transaction, id, new Map([[assignedTo, 'assigned']]));
    }
  }
}
