import { type Page, type Principal, responseId, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { equipmentVisibleTo, fromFirstVisible, locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { all, equalities, type Sql, sql } from '../database/sql.ts';
import { lockEntity, readEntity } from '../entities/entity-rows.ts';
import { assignedToCondition } from '../fields/assigned-to.ts';
import { conditionsOf, orderOf } from '../lists/bounded-rows.ts';
import {
  countOf,
  countUpTo,
  newestFirst,
  pageColumns,
  type PageStatement,
  readPage,
} from '../lists/read-page.ts';
import { personOf } from '../people/person.ts';
import { isWatching } from '../watchers/watching.ts';
import { Ticket } from './ticket.entity.ts';
import { COUNTED_AT_MOST, MANY, searchFor, ticketNumberIn, type TicketSearch } from './ticket-search.ts';
import {
  type CreateTicketRequest,
  type ListTicketsQuery,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from './tickets.schemas.ts';
import { TitleSample } from './title-sample.ts';
import { wayOf } from './way-of.ts';

const ticketRow = ticketResponse.omit({ location: true, assignee: true, equipment: true }).extend({
  locationName: z.string(),
  /** Null if unassigned. */
  assigneeFirstName: z.string().nullable(),
  assigneeLastName: z.string().nullable(),
  /** Null without equipment. */
  equipmentName: z.string().nullable(),
});
type TicketRow = z.infer<typeof ticketRow>;
const listedRow = ticketRow.extend(pageColumns);
const versionedRow = ticketRow.extend({ version: z.int() });
const foundRow = z.object({ met: z.int(), total: z.int(), ids: z.array(responseId) });

/** An estimate this large means more than {@link MANY} matches, even if it is inaccurate. */
const CERTAINLY_MANY = 10 * MANY;

const ownColumns = sql`
  t.id, t.number, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.status,
  t.priority, t.ticket_type AS "ticketType", t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  t.completed_at AS "completedAt", t.created_by AS "createdBy", t.via, l.name AS "locationName",
  u.first_name AS "assigneeFirstName", u.last_name AS "assigneeLastName", e.id AS "equipmentId",
  e.name AS "equipmentName"`;
/** Only tickets made by a QR code have reports: for others nothing is looked up. */
const report = sql`
  CASE WHEN t.via = 'qr' THEN (
    SELECT json_build_object('reporterName', r.reporter_name, 'contact', r.contact, 'urgency', r.urgency,
      'count', (SELECT count(*) FROM core.intake_reports WHERE ticket_id = t.id))
    FROM core.intake_reports r WHERE r.ticket_id = t.id ORDER BY r.id LIMIT 1) END`;
const columnsFor = (principal: Principal): Sql => sql`${ownColumns},
  (SELECT count(*)::int FROM core.ticket_comments c WHERE c.ticket_id = t.id AND c.removed_at IS NULL) AS "commentCount",
  ${isWatching(principal, sql`t.id`)} AS watching, ${report} AS report`;
const table = sql`core.tickets t`;
/** Equipment that was removed, or moved to a location that is not visible, is as good as none. */
const joinsFor = (principal: Principal): Sql => sql`
  JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND ${equipmentVisibleTo(principal)}`;
/** The sort order of the filter indexes. */
const filterOrder = sql`t.created_at DESC, t.id DESC`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);

/** Reads and writes tickets. Rows outside the caller's scope behave as missing. */
@Injectable()
export class TicketsRepository {
  constructor(
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
    private readonly database: Database,
    private readonly sample: TitleSample,
  ) {}

  async list(principal: Principal, query: ListTicketsQuery): Promise<Page<TicketResponse>> {
    return readPage(this.database, {
      row: listedRow,
      alias: sql`t`,
      octets: { ofRow: sql`octet_length(t.description) + coalesce(octet_length(t.notes), 0)` },
      columns: columnsFor(principal),
      joins: joinsFor(principal),
      ...newestFirst(sql`t`),
      direction: directionOf(query),
      query,
      toItem: toTicketResponse,
      ...(await this.choose(principal, query)),
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<TicketResponse>> {
    const ticket = sql`
      SELECT ${columnsFor(principal)}, t.version FROM ${table} ${joinsFor(principal)}
      WHERE t.id = ${id} AND ${visibleTo(principal)}`;
    return readEntity(this.database, versionedRow, ticket, toTicketResponse, within);
  }

  /** Those of these tickets that are visible, by their ids. */
  async read(principal: Principal, ids: readonly string[]): Promise<Map<string, TicketResponse>> {
    const rows = await this.database.rows(
      ticketRow,
      sql`SELECT ${columnsFor(principal)} FROM ${table} ${joinsFor(principal)} WHERE t.id = ANY (${ids}) AND ${visibleTo(principal)}`,
    );
    return new Map(rows.map((row) => [row.id, toTicketResponse(row)]));
  }

  /** Locks the ticket against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Ticket> {
    const isVisible = sql`t.id = ${id} AND ${visibleTo(principal)}`;
    return lockEntity(within, this.tickets, 'pessimistic_write', 't', isVisible);
  }

  /**
   * Inserts the ticket and returns it, in one statement of SQL, because tickets are created most often. Its creator and its assignee
   * watch it.
   */
  async insert(
    within: EntityManager,
    principal: Principal,
    ticket: CreateTicketRequest,
  ): Promise<Versioned<TicketResponse>> {
    const { title, description, locationId, assignedTo, status, priority, ticketType, notes, equipmentId } =
      ticket;
    const [row] = await this.database.rows(
      versionedRow,
      sql`WITH t AS (
            INSERT INTO core.tickets
              (title, description, location_id, assigned_to, status, priority, ticket_type, notes, equipment_id,
              created_by, via)
            VALUES (${title}, ${description}, ${locationId}, ${assignedTo}, ${status}, ${priority}, ${ticketType},
              ${notes}, ${equipmentId}, ${principal.userId}, ${wayOf(principal)})
            RETURNING *
          ), watchers AS (
            INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
            SELECT id, created_by, 'created' FROM t
            UNION ALL
            SELECT id, assigned_to, 'assigned' FROM t WHERE assigned_to <> created_by
          )
          SELECT ${ownColumns}, 0 AS "commentCount", TRUE AS watching, NULL::json AS report, t.version
          FROM t ${joinsFor(principal)}`,
      { within, prepare: true },
    );
    if (!row) throw new Error('an INSERT returned no row');
    return { body: toTicketResponse(row), version: row.version };
  }

  /** Changes the given fields and the fields that depend on them. */
  async update(
    within: EntityManager,
    id: string,
    changes: UpdateTicketRequest,
    completion: 'set' | 'clear' | 'keep',
  ): Promise<void> {
    await within.withRepository(this.tickets).update(id, {
      ...changes,
      ...(completion === 'set' && { completedAt: () => 'now()' }),
      ...(completion === 'clear' && { completedAt: null }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.tickets).delete(id);
  }

  /** Chooses the rows of a list and how to count them. */
  private async choose(
    principal: Principal,
    query: ListTicketsQuery,
  ): Promise<
    Pick<PageStatement<typeof listedRow, TicketResponse>, 'table' | 'conditions' | 'total' | 'prepare'>
  > {
    const { q, locationId, assignedTo, equipmentId } = query;
    const filters = filtersOf(principal, query);
    const conditions = [visibleTo(principal), ...filters];
    const number = ticketNumberIn(q);
    if (number !== undefined) {
      const exact = [...conditions, sql`t.number = ${number}::bigint`];
      return { table, conditions: exact, total: countOf(table, exact), prepare: false };
    }
    if (q === undefined) {
      const isEverywhere =
        principal.role === 'admin' && locationId === undefined && equipmentId === undefined;
      const total =
        assignedTo === undefined && equipmentId === undefined
          ? countedRows('tickets', principal, { locationId, conditions: facetsOf(sql`c`, query) })
          : assignedTo === 'none' && isEverywhere
            ? countUpTo(COUNTED_AT_MOST, table, conditions, filterOrder)
            : countOf(table, conditions);
      // Combined filters have too many variants to keep prepared, and a further condition would mislead the planner.
      if (filters.length > 1) return { table, conditions, total, prepare: false };
      const skipped =
        locationId === undefined && equipmentId === undefined
          ? fromFirstVisible(principal, 'tickets', directionOf(query))
          : [];
      return { table, conditions: [...conditions, ...skipped], total, prepare: true };
    }
    await this.sample.refresh();
    const search = searchFor(q, this.sample.rarestFragments(q));
    if (principal.role !== 'admin' || locationId !== undefined || equipmentId !== undefined) {
      const found = [...conditions, search.matches];
      return { table, conditions: found, total: countOf(table, found), prepare: false };
    }
    if (this.sample.estimate(q) < CERTAINLY_MANY) {
      const { met, total, ids } = await this.find(search, conditions, query);
      if (met < MANY) {
        const counted = sql`SELECT ${Math.min(total, COUNTED_AT_MOST)}::int`;
        return { table, conditions: [sql`t.id = ANY (${ids})`], total: counted, prepare: false };
      }
    }
    const total =
      filters.length === 0
        ? sql`SELECT ${COUNTED_AT_MOST}::int`
        : countUpTo(COUNTED_AT_MOST, table, [...conditions, search.counted], filterOrder);
    return { table, conditions: [...conditions, search.walked], total, prepare: false };
  }

  /** Number of tickets that match a search, at most {@link MANY}; how many of them are in the list; and its page. */
  private async find(
    search: TicketSearch,
    conditions: readonly Sql[],
    query: ListTicketsQuery,
  ): Promise<z.infer<typeof foundRow>> {
    const page = { ...newestFirst(sql`t`), direction: directionOf(query), conditions, query };
    const [row] = await this.database.rows(
      foundRow,
      sql`WITH ${search.candidates}
          SELECT (SELECT count(*) FROM found)::int AS met,
            (SELECT count(*) FROM found t WHERE ${all(conditions)})::int AS total,
            array_to_json(ARRAY(SELECT t.id FROM found t WHERE ${all(conditionsOf(page))}
              ORDER BY ${orderOf(page)} LIMIT ${query.limit + 1})) AS ids`,
    );
    if (!row) throw new Error('a SELECT without FROM returned no row');
    return row;
  }
}

/** Conditions on the counted columns, for the tickets (`t`) or their counts (`c`). */
const facetsOf = (alias: Sql, { status, priority, ticketType }: ListTicketsQuery): Sql[] =>
  equalities([
    [sql`${alias}.status`, status],
    [sql`${alias}.priority`, priority],
    [sql`${alias}.ticket_type`, ticketType],
  ]);

const directionOf = ({ sort }: ListTicketsQuery): 'ASC' | 'DESC' => (sort === 'createdAt' ? 'ASC' : 'DESC');

const filtersOf = (principal: Principal, query: ListTicketsQuery): Sql[] => [
  ...facetsOf(sql`t`, query),
  ...equalities([[sql`t.location_id`, query.locationId]]),
  ...ofEquipment(principal, query.equipmentId),
  ...assignedToCondition(sql`t.assigned_to`, principal, query.assignedTo),
];

/** Read first, so that the index on the equipment is used; null for equipment that is not visible. */
const ofEquipment = (principal: Principal, equipmentId: string | undefined): Sql[] =>
  equipmentId === undefined
    ? []
    : [
        sql`t.equipment_id = (
          SELECT e.id FROM core.equipment e WHERE e.id = ${equipmentId} AND ${equipmentVisibleTo(principal)})`,
      ];

/** Exactly the fields of a TicketResponse, because the list is returned unfiltered. */
function toTicketResponse(row: TicketRow): TicketResponse {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    description: row.description,
    locationId: row.locationId,
    assignedTo: row.assignedTo,
    status: row.status,
    priority: row.priority,
    ticketType: row.ticketType,
    notes: row.notes,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    completedAt: row.completedAt,
    createdBy: row.createdBy,
    via: row.via,
    commentCount: row.commentCount,
    watching: row.watching,
    location: { id: row.locationId, name: row.locationName },
    assignee: personOf(row.assignedTo, row.assigneeFirstName, row.assigneeLastName),
    equipmentId: row.equipmentId,
    equipment:
      row.equipmentId === null || row.equipmentName === null
        ? null
        : { id: row.equipmentId, name: row.equipmentName },
    report: row.report,
  };
}
