import {
  badRequest,
  conflict,
  type IdempotentRequest,
  notFound,
  preconditionFailed,
  type Principal,
  Problem,
  requestContext,
  responseId,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { Deadlines } from '../deadlines/deadlines.service.ts';
import { optionalMoment } from '../fields/instant.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { BulkChange } from './bulk-change.entity.ts';
import {
  AT_ONCE,
  BulkChangesRepository,
  type PendingTicket,
  type RecordedOutcome,
  type TicketOutcome,
  undoUntil,
} from './bulk-changes.repository.ts';
import {
  type BulkChangeRequest,
  type BulkResults,
  fieldsInBulk,
  type TicketChanges,
  valuesBefore,
} from './bulk-changes.schemas.ts';

const begun = z.object({ id: responseId });

/**
 * Changes many tickets, each through the door of tickets, and takes that back. What became of each is stored in the
 * transaction that changes it, so a repeated request goes on where an interrupted one stopped.
 */
@Injectable()
export class BulkChangesService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly rows: TicketsRepository,
    private readonly tickets: TicketsService,
    private readonly bulks: BulkChangesRepository,
    private readonly deadlines: Deadlines,
  ) {}

  /**
   * A ticket that cannot be changed is refused, and the others are changed.
   * @throws Problem 400 on `changes.locationId` or `changes.assignedTo` when it is unknown or not visible
   */
  async change(
    principal: Principal,
    request: BulkChangeRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<BulkResults> {
    requestContext().via = 'bulk';
    const { id } = await this.database.once(principal, idempotentRequest, begun, async (within) => {
      await this.visibility.requireReferences(within, principal, request.changes).catch(inChanges);
      return { id: await this.bulks.insert(within, principal, request) };
    });
    while (await this.database.transaction((within) => this.changeSome(within, principal, id)));
    return this.bulks.results(id, id);
  }

  /**
   * Restores the fields of each ticket that was changed, if all of them still have the values of the change. An undo
   * that was interrupted goes on.
   * @throws Problem 404 for others than who changed them, 409 when it is undone, 410 after ten minutes
   */
  async undo(principal: Principal, id: string): Promise<BulkResults> {
    requestContext().via = 'bulk';
    let step: { undoId: string; hasMore: boolean };
    do step = await this.database.transaction((within) => this.undoSome(within, principal, id));
    while (step.hasMore);
    return this.bulks.results(id, step.undoId);
  }

  /** Of two requests at once, the one that finds no ticket left gets the 409. */
  private async undoSome(within: EntityManager, principal: Principal, id: string) {
    const bulk = await this.bulks.lock(within, principal, id);
    if (bulk.undoOf !== null) throw notFound();
    const begun = await this.bulks.undoOf(within, id);
    if (!begun && undoUntil(bulk.changedAt).getTime() < Date.now())
      throw new Problem('undo_expired', 'Changes can be undone for ten minutes.');
    const undo = begun ?? (await this.bulks.insertUndo(within, bulk));
    const pending = await this.bulks.pending(within, undo.id);
    if (begun && pending.length === 0) throw conflict('already_undone', 'This is undone already.');
    return { undoId: undo.id, hasMore: await this.goOn(within, principal, undo, pending) };
  }

  private async changeSome(within: EntityManager, principal: Principal, id: string): Promise<boolean> {
    const bulk = await this.bulks.lock(within, principal, id);
    return this.goOn(within, principal, bulk, await this.bulks.pending(within, id));
  }

  /**
   * Changes or restores the first {@link AT_ONCE} tickets.
   * @returns whether there are more
   */
  private async goOn(
    within: EntityManager,
    principal: Principal,
    bulk: BulkChange,
    pending: readonly PendingTicket[],
  ): Promise<boolean> {
    const now = pending.slice(0, AT_ONCE);
    const tickets = await this.rows.lockThese(
      within,
      principal,
      now.map(({ ticketId }) => ticketId),
    );
    const recorded: RecordedOutcome[] = [];
    const deadlinesOf: string[] = [];
    for (const one of now) {
      const ticket = tickets.get(one.ticketId);
      const outcome = await this.outcomeOf(within, principal, bulk, one, ticket, deadlinesOf);
      recorded.push({ ticketId: one.ticketId, number: ticket?.number ?? null, ...outcome });
    }
    if (deadlinesOf.length > 0) await this.deadlines.refresh(within, deadlinesOf);
    if (recorded.some(({ outcome }) => outcome === 'changed' || outcome === 'restored'))
      await this.bulks.touch(within, bulk);
    await this.bulks.record(within, bulk.id, recorded);
    return pending.length > AT_ONCE;
  }

  /** Needs no savepoint: rules refuse before anything is written. */
  private async outcomeOf(
    within: EntityManager,
    by: Principal,
    bulk: BulkChange,
    pending: PendingTicket,
    ticket: Ticket | undefined,
    deadlinesOf: string[],
  ): Promise<TicketOutcome> {
    try {
      if (!ticket) throw notFound();
      return bulk.undoOf === null
        ? await this.changeOne(within, by, bulk.changes, pending, ticket, deadlinesOf)
        : await this.restoreOne(within, by, bulk.changes, pending, ticket, deadlinesOf);
    } catch (error) {
      if (!(error instanceof Problem) || error.getStatus() >= 500) throw error;
      const outcome = bulk.undoOf === null ? 'refused' : 'kept';
      return { outcome, status: error.getStatus(), code: error.code, detail: error.message };
    }
  }

  private async changeOne(
    within: EntityManager,
    by: Principal,
    changes: TicketChanges,
    { version }: PendingTicket,
    ticket: Ticket,
    deadlinesOf: string[],
  ): Promise<TicketOutcome> {
    if (version !== null && version !== ticket.version)
      throw preconditionFailed('changed', 'Somebody else changed this in the meantime.');
    const fields = fieldsInBulk.filter((field) => field in changes && changes[field] !== ticket[field]);
    if (fields.length === 0) return { ...done, outcome: 'unchanged' };
    await this.tickets.change(within, by, ticket, valuesOf(changes, fields), deadlinesOf);
    const completedAt = ticket.completedAt?.toISOString() ?? null;
    return { ...done, outcome: 'changed', before: { ...valuesOf(ticket, fields), completedAt } };
  }

  private async restoreOne(
    within: EntityManager,
    by: Principal,
    changes: TicketChanges,
    { before, changedAt }: PendingTicket,
    ticket: Ticket,
    deadlinesOf: string[],
  ): Promise<TicketOutcome> {
    if (!before || changedAt === null) throw new Error('a ticket that was changed has no values from before');
    const { completedAt, ...values } = before;
    if (fieldsInBulk.some((field) => field in values && changes[field] !== ticket[field]))
      throw conflict('changed_since', 'It was changed since.');
    const undo = { completedAt: optionalMoment(completedAt), changedAt: new Date(changedAt) };
    await this.tickets.change(within, by, ticket, { ...values, undo }, deadlinesOf);
    return { ...done, outcome: 'restored' };
  }
}

const done = { status: 200, code: null, detail: null };

const oldValues = valuesBefore.omit({ completedAt: true });
/** These fields of a ticket, or of changes that name them. */
const valuesOf = (from: TicketChanges, fields: readonly (keyof TicketChanges)[]): TicketChanges =>
  oldValues.parse(Object.fromEntries(fields.map((field) => [field, from[field]])));

/** A 400 names the fields by their paths in the body. */
function inChanges(error: unknown): never {
  if (!(error instanceof Problem) || !error.errors) throw error;
  throw badRequest(
    Object.fromEntries(Object.entries(error.errors).map(([field, said]) => [`changes.${field}`, said])),
  );
}
