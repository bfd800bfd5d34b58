import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { VisibilityChecks } from '../assignments/visibility-checks.ts';
import { Database } from '../database/database.ts';
import { Deadlines } from '../deadlines/deadlines.service.ts';
import { TicketStops } from '../deadlines/ticket-stops.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import { requireLimits } from '../fields/long-text.ts';
import { WatchersRepository } from '../watchers/watchers.repository.ts';
import { equipmentAfter } from './ticket-equipment.ts';
import { completionOf } from './ticket-status.ts';
import { TicketsRepository } from './tickets.repository.ts';
import {
  type CreateTicketRequest,
  storedTicket,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from './tickets.schemas.ts';

/** A change of one of these moves deadlines. */
const causes = ['status', 'priority', 'locationId', 'dueAt'] as const;

/** Business rules of tickets (specification, sections 3 and 4). */
@Injectable()
export class TicketsService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly tickets: TicketsRepository,
    private readonly watchers: WatchersRepository,
    private readonly deadlines: Deadlines,
    private readonly stops: TicketStops,
  ) {}

  /** @throws Problem 400 when the location, the assignee or the location's equipment is unknown or not visible */
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
        if (request.equipmentId !== null) {
          await this.visibility.requireEquipment(transaction, request.locationId, request.equipmentId);
        }
        const { hasDeadline, ...ticket } = await this.tickets.insert(transaction, principal, request);
        if (!hasDeadline) return ticket;
        await this.deadlines.refresh(transaction, [ticket.body.id]);
        return this.tickets.get(principal, ticket.body.id, transaction);
      },
    );
    return 'number' in body ? { body, version } : this.tickets.get(principal, body.id);
  }

  /**
   * Any status may follow any other. A new assignee watches the ticket from then on. A ticket may move only to a visible
   * location, and leaves its equipment then.
   * @throws Problem 404, 412, or 400 when the new location, assignee or equipment is unknown or not visible
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateTicketRequest,
    precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    return this.database.transaction(async (transaction) => {
      const ticket = await this.tickets.lock(transaction, principal, id);
      precondition(ticket.version);
      requireLimits(ticket, changes, longFieldsOf(ticketResponse));
      await this.visibility.requireReferences(transaction, principal, changes, ticket);
      const { status = ticket.status, locationId = ticket.locationId } = changes;
      const { equipmentId, mustBeChecked } = equipmentAfter(ticket, changes);
      if (equipmentId !== null && mustBeChecked) {
        await this.visibility.requireEquipment(transaction, locationId, equipmentId);
      }
      if (Object.keys(changes).length > 0) {
        const all = equipmentId === ticket.equipmentId ? changes : { ...changes, equipmentId };
        const completion = completionOf(ticket.status, status);
        const isResponse =
          ticket.respondedAt === null && ticket.status === 'incoming' && status !== 'incoming';
        await this.tickets.update(transaction, id, all, completion, isResponse);
        if (completion === 'set') await this.stops.endPause(transaction, id);
        if (ticket.completedAt !== null && completion === 'clear')
          await this.stops.addSolved(transaction, id, ticket.completedAt);
        if (causes.some((field) => field in changes)) await this.deadlines.refresh(transaction, [id]);
        const { assignedTo } = changes;
        if (typeof assignedTo === 'string' && assignedTo !== ticket.assignedTo) {
          await this.watchers.add(transaction, id, new Map([[assignedTo, 'assigned']]));
        }
      }
      return this.tickets.get(principal, id, transaction);
    });
  }

  /** Also removes its attachments. @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.tickets.lock(transaction, principal, id);
      precondition(version);
      await this.tickets.delete(transaction, id);
    });
  }
}
