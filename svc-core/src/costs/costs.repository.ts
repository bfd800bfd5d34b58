import { notFound, type Page, type Principal, responseId, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { equalities, type Sql, sql } from '../database/sql.ts';
import { lockEntity, readEntity } from '../entities/entity-rows.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { ofChanged, oldestChangeFirst } from '../changed-lists/changed-list.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { responseDay } from '../fields/day.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { locationVisibleTo, vendorVisibleTo } from '../visibility/visible-to.ts';
import {
  type CostResponse,
  costResponse,
  type ListCostsQuery,
  type ListedCost,
  listedCost,
} from './costs.schemas.ts';
import { TicketCost } from './ticket-cost.entity.ts';

const listedRow = listedCost.extend(pageColumns);
const ticketRow = z.object({ ticketId: responseId });
const dayRow = z.object({ day: responseDay });

const CREATED = 'created_at';
const joined = { vendorId: sql`v.id`, vendor: 'v', creator: 'u', updatedAt: changedAt('c', CREATED) };
const columns = columnsOf(costResponse, 'c', joined);
const table = sql`core.ticket_costs c`;
const joinsFor = (principal: Principal): Sql => sql`
  LEFT JOIN core.vendors v ON v.id = c.vendor_id AND ${vendorVisibleTo(principal)}
  LEFT JOIN auth.users u ON u.id = c.created_by`;
/** @param more conditions on the ticket `t` of the cost */
const ofTicket = (principal: Principal, ...more: Sql[]): Sql =>
  more.reduce(
    (found, condition) => sql`${found} AND ${condition}`,
    sql`SELECT FROM core.tickets t WHERE t.id = c.ticket_id AND ${locationVisibleTo(principal, sql`t.location_id`)}`,
  );
const isVisible = (principal: Principal): Sql => sql`EXISTS (${ofTicket(principal)})`;
/** An administrator's are all but those of removed locations, which are few: nothing is looked up for the others. */
const isListed = (principal: Principal, locationId: string | undefined): Sql =>
  principal.role === 'admin' && locationId === undefined
    ? sql`NOT EXISTS (
        SELECT FROM core.locations l JOIN core.tickets t ON t.location_id = l.id
        WHERE t.id = c.ticket_id AND l.removed_at IS NOT NULL)`
    : sql`EXISTS (${ofTicket(principal, ...equalities([[sql`t.location_id`, locationId]]))})`;

const byDays = {
  sort: [sql`c.incurred_on`, sql`c.created_at`, sql`c.id`],
  direction: 'ASC' as const,
  keysOf: ({ incurredOn, createdAt, id }: CostResponse) => [incurredOn, createdAt, id],
};

/** Reads costs. Those of tickets outside the caller's scope behave as missing. */
@Injectable()
export class CostsRepository {
  constructor(private readonly database: Database) {}

  /** All costs, by the day on which they were incurred, then by creation. */
  list(principal: Principal, query: ListCostsQuery): Promise<Page<ListedCost>> {
    const { from, to, locationId } = query;
    const conditions = [
      isListed(principal, locationId),
      ...(from === undefined ? [] : [sql`c.incurred_on >= ${from}`]),
      ...(to === undefined ? [] : [sql`c.incurred_on <= ${to}`]),
      ...ofChanged('c', query, CREATED),
    ];
    return readPage(this.database, {
      row: listedRow,
      alias: 'c',
      columns: columnsOf(listedCost, 'c', { ...joined, ticket: 't', location: 'l' }),
      table,
      joins: sql`
        JOIN core.tickets t ON t.id = c.ticket_id JOIN core.locations l ON l.id = t.location_id ${joinsFor(principal)}`,
      conditions,
      total: countOf(table, conditions),
      ...(query.sort === undefined ? byDays : oldestChangeFirst('c', CREATED)),
      query,
      prepare: false,
      toItem: ownFields,
    });
  }

  /**
   * The costs of a ticket, in the order of {@link list}.
   * @throws Problem 404
   */
  async ofTicket(principal: Principal, ticketId: string): Promise<CostResponse[]> {
    const ticket = visibleTicket(this.database.entities, principal, sql`${ticketId}`);
    if (!(await ticket.getExists())) throw notFound();
    return this.database.rows(
      costResponse,
      sql`SELECT ${columns} FROM ${table} ${joinsFor(principal)}
          WHERE c.ticket_id = ${ticketId} ORDER BY c.incurred_on, c.created_at, c.id`,
      { prepare: true },
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within: EntityManager): Promise<Versioned<CostResponse>> {
    const cost = sql`
      SELECT ${columns} FROM ${table} ${joinsFor(principal)} WHERE c.id = ${id} AND ${isVisible(principal)}`;
    const { body, version } = await readEntity(this.database, costResponse, cost, within);
    return { body: { ...body, version }, version };
  }

  /**
   * The ticket of a cost, which is locked before the cost.
   * @throws Problem 404
   */
  async ticketOf(within: EntityManager, principal: Principal, id: string): Promise<string> {
    const [cost] = await this.database.rows(
      ticketRow,
      sql`SELECT c.ticket_id AS "ticketId" FROM ${table} WHERE c.id = ${id} AND ${isVisible(principal)}`,
      { within, prepare: true },
    );
    if (!cost) throw notFound();
    return cost.ticketId;
  }

  /**
   * Locks the cost against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, id: string): Promise<TicketCost> {
    return lockEntity(within, TicketCost, 'for_no_key_update', 'c', sql`c.id = ${id}`);
  }

  /** Today on the clock of a location. In SQL, which knows the time zone and the time of all replicas. */
  async today(within: EntityManager, locationId: string): Promise<string> {
    const [row] = await this.database.rows(
      dayRow,
      sql`SELECT (now() AT TIME ZONE timezone)::date AS day FROM core.locations WHERE id = ${locationId}`,
      { within, prepare: true },
    );
    if (!row) throw notFound();
    return row.day;
  }

  /** Who added the last cost of a ticket; null without one, and once the user was removed. */
  async lastCreator(within: EntityManager, ticketId: string): Promise<string | null> {
    const last = await within.findOne(TicketCost, {
      select: { id: true, createdBy: true },
      where: { ticketId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    return last?.createdBy ?? null;
  }
}
