import { type Principal, responseId, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { idsOfAny, join, literal, type Sql, sql } from '../database/sql.ts';
import { lockEntity, readEntity, versionColumn } from '../entities/entity-rows.ts';
import { columnOf } from '../entities/response-columns.ts';
import { explainTakenBy } from '../external-ids/external-id.ts';
import { locationVisibleTo } from '../visibility/visible-to.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { channelOf } from './channel-of.ts';
import { repeatOf } from './repeat-of.ts';
import { columnsFor, joinsFor, newColumnsFor } from './ticket-columns.ts';
import { Ticket } from './ticket.entity.ts';
import {
  type CreateTicketRequest,
  createTicketRequest,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from './tickets.schemas.ts';

const versionedRow = ticketResponse.extend(versionColumn);
const changedRow = z.tuple([z.object(versionColumn)]);
const newRow = versionedRow.extend({ hasDeadline: z.boolean() });
const repeatRow = z.object({ repeatOf: responseId.nullable() });
const placedRow = z.object({ ticketId: responseId, locationId: responseId });
/** A ticket, and how many rows go with it: itself, its comments, its reports and its costs. */
const sizedRow = z.object({ id: responseId, size: z.int() });

/** The time of a change by the clock of the database. TypeORM writes a function as SQL. */
export const now = (): string => 'now()';
type Now = typeof now;

/** What is written of a ticket. */
export type TicketPatch = Partial<
  Pick<
    Ticket,
    keyof Omit<UpdateTicketRequest, 'dueAt' | 'waive'> | 'setDueAt' | 'approval' | 'approvedAmount'
  >
> & { dueSetAt?: Now; respondedAt?: Now; completedAt?: Now | Date | null; updatedAt?: Now };

/** A ticket that a report by QR code makes. */
export type ReportedTicket = Pick<
  Ticket,
  'title' | 'description' | 'locationId' | 'equipmentId' | 'priority' | 'ticketType'
>;

/** Columns of the INSERT, by their fields. */
const insertedFields = [
  ...createTicketRequest.keyof().options,
  'dueSetAt',
  'repeatOf',
  'createdBy',
  'via',
  'followUpRunId',
  'followUpStepId',
] as const;
const insertedColumns = literal(insertedFields.map(columnOf).join(', '));

const table = sql`core.tickets t`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);

/**
 * Reads tickets, and alone writes their rows. Rows outside the caller's scope behave as missing. Changes go through the
 * rules of `TicketsService`; {@link touch} and the removals below need none, because no field that a rule is about is
 * asked to change.
 */
@Injectable()
export class TicketsRepository {
  constructor(protected readonly database: Database) {}

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<TicketResponse>> {
    const ticket = sql`
      SELECT ${columnsFor(principal)}, t.version FROM ${table} ${joinsFor(principal)}
      WHERE t.id = ${id} AND ${visibleTo(principal)}`;
    return readEntity(this.database, versionedRow, ticket, within);
  }

  /** Those of these tickets that are visible, by their ids. In SQL, as {@link get}. */
  async read(principal: Principal, ids: readonly string[]): Promise<Map<string, TicketResponse>> {
    const rows = await this.database.rows(
      ticketResponse,
      sql`SELECT ${columnsFor(principal)} FROM ${table} ${joinsFor(principal)} WHERE t.id = ANY (${ids}) AND ${visibleTo(principal)}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /**
   * Locks the ticket against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Ticket> {
    const isVisible = sql`t.id = ${id} AND ${visibleTo(principal)}`;
    return lockEntity(within, Ticket, 'pessimistic_write', 't', isVisible);
  }

  /** {@link lock} for somebody without an account, who has checked what leads to the ticket. */
  lockUnseen(within: EntityManager, id: string): Promise<Ticket | null> {
    return within.findOne(Ticket, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** {@link lock} of several: those that are visible, by their ids, in whose order every transaction locks tickets. */
  async lockThese(
    within: EntityManager,
    principal: Principal,
    ids: readonly string[],
  ): Promise<Map<string, Ticket>> {
    const tickets = await within
      .createQueryBuilder(Ticket, 't')
      .where(...sql`t.id = ANY (${ids}) AND ${visibleTo(principal)}`.toCondition())
      .orderBy('t.id')
      .setLock('pessimistic_write')
      .getMany();
    return new Map(tickets.map((ticket) => [ticket.id, ticket]));
  }

  /**
   * Inserts the ticket and returns it, in one statement of SQL, because tickets are created most often. Its creator and
   * its assignee watch it. `hasDeadline`: whether deadlines must be computed.
   */
  async insert(
    within: EntityManager,
    principal: Principal,
    ticket: CreateTicketRequest,
    origin: Pick<Ticket, 'via' | 'followUpRunId' | 'followUpStepId'> = {
      via: channelOf(principal),
      followUpRunId: null,
      followUpStepId: null,
    },
  ): Promise<Versioned<TicketResponse> & { hasDeadline: boolean }> {
    const dueSetAt = ticket.dueAt === null ? null : sql`now()`;
    const values = {
      ...ticket,
      dueSetAt,
      repeatOf: ticket.equipmentId === null ? null : repeatOf(ticket.equipmentId),
      createdBy: principal.userId,
      ...origin,
    };
    const [row] = await this.database.rows(
      newRow,
      sql`WITH t AS (
            INSERT INTO core.tickets (${insertedColumns})
            VALUES (${join(
              insertedFields.map((field) => sql`${values[field]}`),
              ', ',
            )})
            RETURNING *
          ), watchers AS (
            INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
            SELECT id, created_by, 'created' FROM t
            UNION ALL
            SELECT id, assigned_to, 'assigned' FROM t WHERE assigned_to <> created_by
          )
          SELECT ${newColumnsFor(principal)}, t.version, t.due_at IS NOT NULL OR r.active AS "hasDeadline"
          FROM t JOIN core.response_targets r ON r.priority = t.priority ${joinsFor(principal)}`,
      { within, prepare: true },
    );
    if (!row) throw new Error('an INSERT returned no row');
    const { version, hasDeadline, ...body } = row;
    return { body, version, hasDeadline };
  }

  /** Makes a ticket of a report by QR code, of which there is no user: nobody watches it. */
  async insertReported(
    within: EntityManager,
    ticket: ReportedTicket,
  ): Promise<Pick<Ticket, 'id' | 'number'>> {
    const [repeated] = await this.database.rows(
      repeatRow,
      sql`SELECT ${repeatOf(ticket.equipmentId)} AS "repeatOf"`,
      { within, prepare: true },
    );
    return within.save(within.create(Ticket, { ...ticket, ...repeated, via: 'qr' }));
  }

  /**
   * Writes these fields, of which there is at least one.
   * @returns the version of the ticket after it
   */
  async update(within: EntityManager, id: string, patch: TicketPatch): Promise<number> {
    const result: { raw: unknown } = await within
      .createQueryBuilder()
      .update(Ticket)
      .set(patch)
      .where({ id })
      .returning('version')
      .execute();
    const [{ version }] = changedRow.parse(result.raw);
    return version;
  }

  /** Something changed that belongs to these tickets: they have a new version. In SQL: RETURNING of several rows. */
  touch(within: EntityManager, ids: readonly string[]): Promise<{ ticketId: string; locationId: string }[]> {
    return this.database.rows(
      placedRow,
      sql`UPDATE core.tickets SET updated_at = now() WHERE id = ANY (${ids})
          RETURNING id AS "ticketId", location_id AS "locationId"`,
      { within },
    );
  }

  /** Explains why a request with this external id failed: see {@link explainTakenBy}. */
  explainTaken(principal: Principal, externalId: string | null | undefined) {
    const visible = sql`core.tickets o WHERE ${locationVisibleTo(principal, sql`o.location_id`)}`;
    return explainTakenBy(this.database, externalId, visible);
  }

  /**
   * Something that tickets show of other rows changed: `updatedAt` moves, and nothing else. In SQL, as {@link detach}.
   * @param of conditions on `t`, of which one is enough
   * @param since those that moved later are left
   * @returns how many
   */
  async show(within: EntityManager, of: readonly Sql[], since: string, limit: number): Promise<number> {
    if (of.length === 0) return 0;
    return this.database.run(
      sql`UPDATE core.tickets SET shown_at = clock_timestamp() WHERE id IN (
            SELECT t.id FROM ${table}
            WHERE t.id IN (${idsOfAny(table, sql`t.id`, of)}) AND ${changedAt('t')} < ${since}
            ORDER BY t.id LIMIT ${limit} FOR NO KEY UPDATE)`,
      { within },
    );
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Ticket, id);
  }

  /**
   * Deletes the newest tickets of a location, at least one, until they are `limit` rows with their comments, reports
   * and costs. Those go by cascade, and each of them costs as much as a ticket. In SQL: it counts them, and locks the
   * tickets in the order of their ids, as every transaction.
   * @returns the number of rows
   */
  async deleteNewest(within: EntityManager, locationId: string, limit: number): Promise<number> {
    const tickets = await this.database.rows(
      sizedRow,
      sql`SELECT id, size FROM (
            SELECT id, size, sum(size) OVER (ORDER BY created_at DESC, id DESC) - size AS before FROM (
              SELECT t.id, t.created_at,
                (1 + (SELECT count(*) FROM core.ticket_comments c WHERE c.ticket_id = t.id)
                  + (SELECT count(*) FROM core.intake_reports r WHERE r.ticket_id = t.id)
                  + (SELECT count(*) FROM core.ticket_costs k WHERE k.ticket_id = t.id))::int AS size
              FROM core.tickets t WHERE t.location_id = ${locationId}
              ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}) AS newest) AS sized
          WHERE before < ${limit}`,
      { within },
    );
    if (tickets.length === 0) return 0;
    const ids = tickets.map(({ id }) => id);
    await this.database.run(
      sql`DELETE FROM core.tickets WHERE id IN (
            SELECT id FROM core.tickets WHERE id = ANY (${ids}) ORDER BY id FOR UPDATE)`,
      { within },
    );
    return tickets.reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * At most `limit` tickets of this equipment stay without it. In SQL, as {@link deleteNewest}.
   * @returns how many
   */
  detach(within: EntityManager, equipmentIds: readonly string[], limit: number): Promise<number> {
    return this.database.run(
      sql`UPDATE core.tickets SET equipment_id = NULL WHERE id IN (
            SELECT id FROM core.tickets
            WHERE id = ANY (ARRAY(SELECT id FROM core.tickets WHERE equipment_id = ANY (${equipmentIds}) LIMIT ${limit}))
            ORDER BY id FOR UPDATE)`,
      { within },
    );
  }
}
