import { COUNTED_FOR_CSV, type Page, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { all, equalities, join, literal, type Sql, sql } from '../database/sql.ts';
import { lockEntity, readEntity, versionColumn } from '../entities/entity-rows.ts';
import { columnOf, columnsOf } from '../entities/response-columns.ts';
import { optionalMoment } from '../fields/instant.ts';
import { type BoundedStatement, conditionsOf, orderOf } from '../lists/bounded-rows.ts';
import { countUpTo, fetchSizeOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { assignedToCondition } from '../visibility/assigned-to.ts';
import {
  canOpenTicketsAt,
  equipmentVisibleTo,
  locationListedTo,
  locationVisibleTo,
  vendorVisibleTo,
} from '../visibility/visible-to.ts';
import { channelOf } from './channel-of.ts';
import { repeatOf } from './repeat-of.ts';
import { listedFrom, ofDueState, soonestFirst, sortOf } from './ticket-due.ts';
import { isOfPeriod, ofCosts, ofDays, ofSpending } from './ticket-filters.ts';
import { searchFor } from './ticket-search.ts';
import { Ticket } from './ticket.entity.ts';
import {
  type CreateTicketRequest,
  createTicketRequest,
  type ListTicketsQuery,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from './tickets.schemas.ts';

const listedRow = ticketResponse.extend(pageColumns);
const versionedRow = ticketResponse.extend(versionColumn);
const changedRow = z.tuple([z.object(versionColumn)]);
const newRow = versionedRow.extend({ hasDeadline: z.boolean() });

/** A search, or a list of unassigned tickets, through all locations is counted up to this number. */
const COUNTED_AT_MOST = 1000;

/** Columns of the INSERT, by their fields. */
const insertedFields = [
  ...createTicketRequest.keyof().options,
  'dueSetAt',
  'repeatOf',
  'createdBy',
  'via',
] as const;
const insertedColumns = literal(insertedFields.map(columnOf).join(', '));

/** Only tickets made by a QR code have reports: for others nothing is looked up. */
const report = sql`
  CASE WHEN t.via = 'qr' THEN (
    SELECT json_build_object('reporterName', r.reporter_name, 'contact', r.contact, 'urgency', r.urgency,
      'count', (SELECT count(*) FROM core.intake_reports WHERE ticket_id = t.id))
    FROM core.intake_reports r WHERE r.ticket_id = t.id ORDER BY r.id LIMIT 1) END`;
const counted = sql`
  (SELECT count(*)::int FROM core.ticket_comments c WHERE c.ticket_id = t.id AND c.removed_at IS NULL)`;
const totalCost = sql`
  (SELECT coalesce(sum(amount), 0.00) FROM core.ticket_costs c WHERE c.ticket_id = t.id)`;
const isPaused = sql`coalesce(d.is_paused, false)`;
const dueState = sql`
  CASE WHEN t.status = 'solved' THEN
      CASE WHEN d.due_at IS NULL THEN 'none' WHEN t.completed_at <= d.due_at THEN 'met' ELSE 'missed' END
    WHEN ${isPaused} THEN 'paused' WHEN d.due_at IS NULL THEN 'none'
    WHEN d.due_at <= now() THEN 'overdue' WHEN d.at_risk_at <= now() THEN 'at_risk' ELSE 'on_track' END`;
const assignee = sql`
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
    'canOpen', ${canOpenTicketsAt(sql`t.location_id`)}) END`;
const repeatFor = (principal: Principal): Sql => sql`
  (SELECT json_build_object('id', o.id, 'number', o.number) FROM core.tickets o
   WHERE o.id = t.repeat_of AND ${locationVisibleTo(principal, sql`o.location_id`)})`;
const joined = {
  location: 'l',
  assignee,
  equipment: 'e',
  equipmentId: sql`e.id`,
  respondDueAt: sql`d.respond_due_at`,
  resolveDueAt: sql`d.resolve_due_at`,
  pause: 'p',
  dueState,
  vendorId: sql`v.id`,
  vendor: 'v',
};
const columnsFor = (principal: Principal): Sql =>
  columnsOf(ticketResponse, 't', {
    ...joined,
    commentCount: counted,
    totalCost,
    repeatOf: repeatFor(principal),
    watching: isWatching(principal),
    report,
  });
/** Of a ticket that is being created. */
const newColumnsFor = (principal: Principal): Sql =>
  columnsOf(ticketResponse, 't', {
    ...joined,
    commentCount: sql`0`,
    totalCost: sql`0.00`,
    repeatOf: repeatFor(principal),
    watching: sql`TRUE`,
    report: sql`NULL::json`,
  });
/** Whether the principal watches ticket `t` and has not muted it. */
const isWatching = ({ userId }: Principal): Sql => sql`EXISTS (
  SELECT FROM core.ticket_watchers w WHERE w.ticket_id = t.id AND w.user_id = ${userId} AND NOT w.muted)`;
const table = sql`core.tickets t`;
/** Removed or invisible equipment and vendors are returned as null. */
const joinsFor = (principal: Principal): Sql => sql`
  JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND ${equipmentVisibleTo(principal)}
  LEFT JOIN core.vendors v ON v.id = t.vendor_id AND ${vendorVisibleTo(principal)}
  LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
  LEFT JOIN core.ticket_stops p ON d.is_paused AND p.ticket_id = t.id AND p.ended_at IS NULL`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);

/** Reads and writes tickets. Rows outside the caller's scope behave as missing. */
@Injectable()
export class TicketsRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListTicketsQuery): Promise<Page<TicketResponse>> {
    const from = listedFrom(query);
    const filters = filtersOf(principal, query, from);
    const listedTo = isOfPeriod(query) ? locationVisibleTo : locationListedTo;
    const conditions = [listedTo(principal, from.locationId), ...filters];
    const order =
      sortOf(query) === 'dueAt'
        ? { ...soonestFirst(query), query }
        : { ...newestFirst('t'), direction: directionOf(query), query };
    const found = { from, conditions, order, most: countedAtMost(principal, query, from) };
    return readPage(this.database, {
      row: listedRow,
      alias: 't',
      columns: columnsFor(principal),
      table: from.table,
      joins: joinsFor(principal),
      ...(query.q === undefined ? listedBy(found, principal, query) : foundBy(found, query.q, query)),
      ...order,
      // Combined filters have too many variants to stay prepared; the lists of the board's chips are read often.
      prepare: query.q === undefined && filters.length <= (from.isByDue ? 2 : 1),
      toItem: ownFields,
    });
  }

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

  /** Locks the ticket against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Ticket> {
    const isVisible = sql`t.id = ${id} AND ${visibleTo(principal)}`;
    return lockEntity(within, Ticket, 'pessimistic_write', 't', isVisible);
  }

  /**
   * Inserts the ticket and returns it, in one statement of SQL, because tickets are created most often. Its creator and
   * its assignee watch it. `hasDeadline`: whether deadlines must be computed.
   */
  async insert(
    within: EntityManager,
    principal: Principal,
    ticket: CreateTicketRequest,
  ): Promise<Versioned<TicketResponse> & { hasDeadline: boolean }> {
    const dueSetAt = ticket.dueAt === null ? null : sql`now()`;
    const values = {
      ...ticket,
      dueSetAt,
      repeatOf: ticket.equipmentId === null ? null : repeatOf(ticket.equipmentId),
      createdBy: principal.userId,
      via: channelOf(principal),
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

  /** Changes the given fields and what depends on them. @param isResponse it leaves the status incoming first */
  async update(
    within: EntityManager,
    id: string,
    { dueAt, ...changes }: UpdateTicketRequest & Partial<Pick<Ticket, 'approval' | 'approvedAmount'>>,
    completion: 'set' | 'clear' | 'keep',
    isResponse: boolean,
  ): Promise<void> {
    await within.update(Ticket, id, {
      ...changes,
      ...(dueAt !== undefined && { setDueAt: optionalMoment(dueAt), dueSetAt: () => 'now()' }),
      ...(isResponse && { respondedAt: () => 'now()' }),
      ...(completion === 'set' && { completedAt: () => 'now()' }),
      ...(completion === 'clear' && { completedAt: null }),
    });
  }

  /** Stores what became of the costs against the limit. @returns the version of the ticket after it */
  async updateSpending(
    within: EntityManager,
    id: string,
    changes: Partial<Pick<Ticket, 'approval' | 'approvedAmount' | 'spendingLimit'>>,
  ): Promise<number> {
    const result: { raw: unknown } = await within
      .createQueryBuilder()
      .update(Ticket)
      .set(changes)
      .where({ id })
      .returning('version')
      .execute();
    const [{ version }] = changedRow.parse(result.raw);
    return version;
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Ticket, id);
  }
}

/** What is listed, and up to which number it is counted. */
interface Found {
  from: ReturnType<typeof listedFrom>;
  conditions: readonly Sql[];
  order: Pick<BoundedStatement, 'sort' | 'direction' | 'query'>;
  most: number | null;
}

/** The page of a list: its number comes from the counts that are kept where it can. */
const listedBy = ({ from, conditions, most }: Found, principal: Principal, query: ListTicketsQuery) => ({
  conditions,
  total:
    !from.isByDue && conditionsBeyondFacets(principal, query).length === 0
      ? countedRows('tickets', principal, {
          locationId: query.locationId,
          conditions: facetsOf(sql`c`, query),
        })
      : countUpTo(most, from.counted, conditions),
});

/**
 * The page of a search. What matches is found first, by the indexes, and then sorted and counted: sorted by an index, a
 * search for what is rare would read all tickets. The ids of the page are chosen before anything is joined to them.
 */
function foundBy({ from, conditions, order, most }: Found, text: string, { format }: ListTicketsQuery) {
  // A file is counted once, so only what is left of it is found.
  const limiting = format === 'csv' ? conditionsOf({ ...order, conditions }) : conditions;
  const found = searchFor(text).map((alternative, at, alternatives) => {
    const notEarlier = alternatives.slice(0, at).map((earlier) => sql`(${earlier}) IS NOT TRUE`);
    return sql`SELECT t.id, t.created_at FROM ${from.table} WHERE ${all([...limiting, alternative, ...notEarlier])}`;
  });
  const deadlines = from.isByDue ? sql`JOIN core.ticket_deadlines d ON d.ticket_id = t.id` : sql``;
  return {
    with: sql`WITH found AS MATERIALIZED (${join(found, ' UNION ALL ')})`,
    conditions: [
      sql`t.id = ANY (ARRAY(
        SELECT t.id FROM found t ${deadlines} WHERE ${all(conditionsOf(order))}
        ORDER BY ${orderOf(order)} LIMIT ${fetchSizeOf(order.query)}))`,
    ],
    total: countUpTo(most, sql`found`, []),
  };
}

/** Up to which number a list is counted; null if it is counted to its end. */
function countedAtMost({ role }: Principal, query: ListTicketsQuery, from: Found['from']): number | null {
  const { q, locationId, assignedTo, equipmentId, due, open, format } = query;
  if (format === 'csv') return COUNTED_FOR_CSV;
  if (locationId !== undefined || equipmentId !== undefined) return null;
  // All open ones that are late are a figure of a report, which is counted exactly.
  const isOfBoard = due !== undefined && open === undefined && !isOfPeriod(query);
  if (isOfBoard && from.isByDue) return COUNTED_AT_MOST;
  return role === 'admin' && (isOfBoard || q !== undefined || assignedTo === 'none') ? COUNTED_AT_MOST : null;
}

/** Conditions on the counted columns, for the tickets (`t`) or their counts (`c`). */
const facetsOf = (
  alias: Sql,
  { status, open, priority, ticketType }: ListTicketsQuery,
  statusColumn = sql`${alias}.status`,
): Sql[] => [
  ...equalities([
    [statusColumn, status],
    [sql`${alias}.priority`, priority],
    [sql`${alias}.ticket_type`, ticketType],
  ]),
  ...(open === undefined ? [] : [sql`${statusColumn} <> 'solved'`]),
];

const directionOf = ({ sort }: ListTicketsQuery): 'ASC' | 'DESC' => (sort === 'createdAt' ? 'ASC' : 'DESC');

const filtersOf = (principal: Principal, query: ListTicketsQuery, from: Found['from']): Sql[] => [
  ...facetsOf(sql`t`, query, from.status),
  ...equalities([[from.locationId, query.locationId]]),
  ...conditionsBeyondFacets(principal, query),
];

/** Filters for which no counts are kept. */
const conditionsBeyondFacets = (principal: Principal, query: ListTicketsQuery): Sql[] => [
  ...ofSpending(principal, query),
  ...ofCosts(principal, query),
  ...ofDays(query),
  ...ofEquipment(principal, query.equipmentId),
  ...ofDueState(query.due),
  ...assignedToCondition(
    { assignedTo: sql`t.assigned_to`, locationId: sql`t.location_id`, isOpen: sql`t.status <> 'solved'` },
    principal,
    query.assignedTo,
  ),
];

/** Read first, so that the index on the equipment is used; null for equipment that is not visible. */
const ofEquipment = (principal: Principal, equipmentId: string | undefined): Sql[] =>
  equipmentId === undefined
    ? []
    : [
        sql`t.equipment_id = (
          SELECT e.id FROM core.equipment e WHERE e.id = ${equipmentId} AND ${equipmentVisibleTo(principal)})`,
      ];
