import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { Deadlines } from '../deadlines/deadlines.service.ts';
import { requireEquipment } from '../equipment/require-equipment.ts';
import { TicketSpending } from '../spending/ticket-spending.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import { type ReportedTicket, TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import {
  type CreateTicketRequest,
  createTicketRequest,
  storedTicket,
  type TicketResponse,
} from '../ticket-rows/tickets.schemas.ts';
import { requireVendor } from '../vendors/served-vendor.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { AskedOfTicket, TicketChange, TicketRule } from './ticket-change.ts';
import { TICKET_RULES } from './ticket-rules.ts';

/** A ticket before it is created. */
const NEW = { spendingLimit: null, vendorId: null };

/**
 * The door to tickets (specification, sections 3 and 4): whatever creates, changes or removes one calls this. A
 * location that is archived or removed asks nothing of its tickets: lists leave them out, and their rows go with it.
 */
@Injectable()
export class TicketsService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly tickets: TicketsRepository,
    private readonly deadlines: Deadlines,
    private readonly spending: TicketSpending,
    @Inject(TICKET_RULES) private readonly rules: readonly TicketRule[],
  ) {}

  /**
   * @throws Problem 400 when the location, the assignee or the location's equipment or vendor is unknown or not visible
   * @throws Problem 403 when somebody else than an administrator sets a limit above that of the vendor
   * @throws Problem 409 when the external id is taken
   */
  async create(
    principal: Principal,
    request: CreateTicketRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<TicketResponse>> {
    const { body, version } = await this.database
      .once(principal, idempotentRequest, versioned(storedTicket), async (transaction) => {
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
      })
      .catch(this.tickets.explainTaken(principal, request.externalId));
    return 'number' in body ? { body, version } : this.tickets.get(principal, body.id);
  }

  /** Creates one of a report by QR code. The caller has checked the code and locked what it is on. */
  async createReported(
    within: EntityManager,
    reported: ReportedTicket,
  ): Promise<Pick<Ticket, 'id' | 'number'>> {
    const ticket = await this.tickets.insertReported(within, reported);
    await this.deadlines.refresh(within, [ticket.id]);
    return ticket;
  }

  /**
   * Creates one of a step that failed in the run of a checklist. The caller has checked location and equipment.
   * @returns its id
   */
  async createFollowUp(
    within: EntityManager,
    principal: Principal,
    ticket: Pick<CreateTicketRequest, keyof ReportedTicket>,
    followUpOf: NonNullable<TicketResponse['followUpOf']>,
  ): Promise<string> {
    const { body, hasDeadline } = await this.tickets.insert(
      within,
      principal,
      createTicketRequest.parse(ticket),
      { via: 'checklist', followUpRunId: followUpOf.runId, followUpStepId: followUpOf.stepId },
    );
    if (hasDeadline) await this.deadlines.refresh(within, [body.id]);
    return body.id;
  }

  /**
   * Changes a ticket in a transaction of its own, and returns it.
   * @throws Problem 404, 412, and what the rules refuse: 400, 403, 409
   */
  update(
    principal: Principal,
    id: string,
    asked: AskedOfTicket,
    precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    return this.database
      .transaction(async (within) => {
        const before = await this.tickets.lock(within, principal, id);
        precondition(before.version);
        await this.change(within, principal, before, asked);
        return this.tickets.get(principal, id, within);
      })
      .catch(this.tickets.explainTaken(principal, asked.externalId));
  }

  /**
   * Changes a ticket that the caller has locked in its transaction: the rules decide, one UPDATE writes it, and the
   * rules do what follows. Without a change nothing is written.
   * @param deadlinesOf takes the ticket if its deadlines move, which the caller then refreshes in the transaction
   * @returns what callers need of it afterwards
   * @throws Problem 400, 403, 409 by the rules
   */
  async change(
    within: EntityManager,
    by: Principal,
    before: Ticket,
    asked: AskedOfTicket,
    deadlinesOf?: string[],
  ): Promise<Pick<Ticket, 'approval' | 'version'>> {
    const {
      dueAt: _dueAt,
      pause: _pause,
      costs: _costs,
      decision: _decision,
      waive: _waive,
      undo: _undo,
      ...after
    } = asked;
    const change: TicketChange = { within, by, before, asked, deadlinesOf, after, read: {} };
    for (const rule of this.rules) await rule.decide?.(change);
    if (Object.keys(after).length === 0) return before;
    const version = await this.tickets.update(within, before.id, after);
    for (const rule of this.rules) await rule.done?.(change);
    return { version, approval: change.after.approval ?? before.approval };
  }

  /**
   * Removes one with all that belongs to it, by cascade.
   * @throws Problem 404, 412
   */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (within) => {
      const { version } = await this.tickets.lock(within, principal, id);
      precondition(version);
      await this.tickets.delete(within, id);
    });
  }
}
