import { notFound, type Principal, requestContext, responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BulkChange } from './bulk-change.entity.ts';
import {
  type BulkChangeRequest,
  type BulkResults,
  type Outcome,
  type UndoableChangeResponse,
  undoableChangeResponse,
  type ValuesBefore,
  valuesBefore,
} from './bulk-changes.schemas.ts';

/** Tickets of one transaction: few, so that locks are short and it ends within its time. */
export const AT_ONCE = 50;

const outcomes = ['changed', 'unchanged', 'refused', 'restored', 'kept'] as const;
const pendingRow = z.object({
  ticketId: responseId,
  version: z.int().nullable(),
  before: valuesBefore.nullable(),
  /** By the change that is undone; null before one. */
  changedAt: responseInstant.nullable(),
});
const resultRow = z.object({
  id: responseId,
  number: z.int().nullable(),
  outcome: z.enum(outcomes).nullable(),
  status: z.int().nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
});

/** A ticket whose turn is still to come. */
export type PendingTicket = z.infer<typeof pendingRow>;

/** What became of a ticket. */
export interface TicketOutcome {
  outcome: Outcome;
  status: number;
  code: string | null;
  detail: string | null;
  /** Only of one that was changed. */
  before?: ValuesBefore;
}
export type RecordedOutcome = TicketOutcome & { ticketId: string; number: number | null };

const of = (id: string): Sql => sql`t.bulk_id = ${id}`;

/** Changes of many tickets. Their tickets are in SQL: hundreds of rows are written by one statement. */
@Injectable()
export class BulkChangesRepository {
  constructor(private readonly database: Database) {}

  async insert(
    within: EntityManager,
    { userId }: Principal,
    { ids, versions = {}, changes }: BulkChangeRequest,
  ): Promise<string> {
    const { id } = await within.save(within.create(BulkChange, { createdBy: userId, changes }));
    const tickets = ids.map((ticketId, position) => ({ position, ticketId, version: versions[ticketId] }));
    await this.database.run(
      sql`INSERT INTO core.bulk_change_tickets (bulk_id, position, ticket_id, version)
          SELECT ${id}::uuid, position, "ticketId", version
          FROM jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb)
            AS given (position smallint, "ticketId" uuid, version integer)`,
      { within },
    );
    return id;
  }

  /** The undo of a change, with the tickets that were changed. Those whose turn is still to come are refused. */
  async insertUndo(within: EntityManager, { id, createdBy, changes }: BulkChange): Promise<BulkChange> {
    const undo = await within.save(within.create(BulkChange, { createdBy, undoOf: id, changes }));
    await this.database.run(
      sql`INSERT INTO core.bulk_change_tickets (bulk_id, position, ticket_id, number, before, changed_at)
          SELECT ${undo.id}::uuid, t.position, t.ticket_id, t.number, t.before, t.changed_at
          FROM core.bulk_change_tickets t WHERE ${of(id)} AND t.outcome = 'changed'`,
      { within },
    );
    await this.database.run(
      sql`UPDATE core.bulk_change_tickets t SET outcome = 'refused', status = 409, code = 'already_undone',
            detail = 'This was undone before.' WHERE ${of(id)} AND t.outcome IS NULL`,
      { within },
    );
    return undo;
  }

  /**
   * Locks a change or an undo of the principal until the transaction ends: one request at a time works on it.
   * @throws Problem 404
   */
  async lock(within: EntityManager, { userId }: Principal, id: string): Promise<BulkChange> {
    const found = await within.findOne(BulkChange, {
      where: { id, createdBy: userId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!found) throw notFound();
    return found;
  }

  undoOf(within: EntityManager, id: string): Promise<BulkChange | null> {
    return within.findOneBy(BulkChange, { undoOf: id });
  }

  /** One more than a transaction takes, in the order of their ids, as all transactions lock tickets. */
  pending(within: EntityManager, id: string): Promise<PendingTicket[]> {
    return this.database.rows(
      pendingRow,
      sql`SELECT t.ticket_id AS "ticketId", t.version, t.before, t.changed_at AS "changedAt"
          FROM core.bulk_change_tickets t
          WHERE ${of(id)} AND t.outcome IS NULL ORDER BY t.ticket_id LIMIT ${AT_ONCE + 1}`,
      { within },
    );
  }

  async record(within: EntityManager, id: string, recorded: readonly RecordedOutcome[]): Promise<void> {
    await this.database.run(
      sql`UPDATE core.bulk_change_tickets t SET outcome = done.outcome, status = done.status, code = done.code,
            detail = done.detail, number = coalesce(t.number, done.number), before = coalesce(t.before, done.before),
            changed_at = coalesce(t.changed_at, now())
          FROM jsonb_to_recordset(${JSON.stringify(recorded)}::jsonb) AS done ("ticketId" uuid, outcome text,
            status smallint, code text, detail text, number integer, before jsonb)
          WHERE ${of(id)} AND t.ticket_id = done."ticketId"`,
      { within },
    );
  }

  /** This request has changed tickets just now. */
  async touch(within: EntityManager, { id, requestIds }: BulkChange): Promise<void> {
    const { requestId } = requestContext();
    await within.update(BulkChange, id, {
      changedAt: () => 'now()',
      requestIds: [...new Set([...requestIds, ...(requestId === null ? [] : [requestId])])],
    });
  }

  /** Those of the principal, newest first. */
  undoable({ userId }: Principal): Promise<UndoableChangeResponse[]> {
    return this.database.rows(
      undoableChangeResponse,
      sql`SELECT b.id, b.changed_at + make_interval(secs => ${UNDO_MS / 1000}) AS "undoUntil",
            json_agg(t.ticket_id) AS "ticketIds"
          FROM core.bulk_changes b JOIN core.bulk_change_tickets t ON t.bulk_id = b.id AND t.outcome = 'changed'
          WHERE b.created_by = ${userId} AND b.undo_of IS NULL
            AND b.changed_at > now() - make_interval(secs => ${UNDO_MS / 1000})
            AND NOT EXISTS (SELECT FROM core.bulk_changes undo WHERE undo.undo_of = b.id)
          GROUP BY b.id ORDER BY b.id DESC`,
    );
  }

  /** @param shownId of the change itself, or of its undo */
  async results(id: string, shownId: string): Promise<BulkResults> {
    const { changedAt } = await this.database.entities.findOneByOrFail(BulkChange, { id });
    const results = await this.database.rows(
      resultRow,
      sql`SELECT t.ticket_id AS id, t.number, t.outcome, t.status, t.code, t.detail
          FROM core.bulk_change_tickets t WHERE ${of(shownId)} ORDER BY t.position`,
    );
    return {
      id,
      undoUntil: undoUntil(changedAt).toISOString(),
      results: results.flatMap(({ outcome, status, ...result }) =>
        outcome === null || status === null ? [] : [{ ...result, outcome, status }],
      ),
    };
  }

  /** Deletes at most so many rows of tickets that neither an undo nor a repeated request needs any more. */
  clear(limit: number): Promise<number> {
    return this.database.run(
      sql`DELETE FROM core.bulk_change_tickets WHERE (bulk_id, position) IN (
            SELECT t.bulk_id, t.position FROM core.bulk_change_tickets t JOIN core.bulk_changes b ON b.id = t.bulk_id
            WHERE b.created_at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED)`,
    );
  }
}

/** Longer than a key is remembered. */
const KEPT_DAYS = 2;
const UNDO_MS = 10 * 60_000;

export const undoUntil = (changedAt: Date): Date => new Date(changedAt.getTime() + UNDO_MS);
