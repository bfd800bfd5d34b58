import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { fromFirstVisible, locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { all, literal, type Sql, sql } from '../database/sql.ts';
import { responseId } from '../fields/reference.ts';
import { joined } from '../entities/joined.ts';
import type { Page } from '../lists/page.ts';
import { countOf, countUpTo, pageColumns, type PageStatement, readPage } from '../lists/read-page.ts';
import { Ticket } from './ticket.entity.ts';
import { COUNTED_AT_MOST, MANY, searchFor, type TicketSearch } from './ticket-search.ts';
import {
  type CreateTicketRequest,
  type ListTicketsQuery,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
} from './tickets.schemas.ts';
import { TitleSample } from './title-sample.ts';

const ticketRow = ticketResponse.omit({ location: true, assignee: true }).extend({
  locationName: z.string(),
  /** Null if unassigned. */
  assigneeFirstName: z.string().nullable(),
  assigneeLastName: z.string().nullable(),
});
type TicketRow = z.infer<typeof ticketRow>;
const listedRow = ticketRow.extend(pageColumns);
const insertedRow = ticketRow.extend({ version: z.int() });
const foundRow = z.object({ met: z.int(), total: z.int(), ids: z.array(responseId) });

/** An estimate this large means more than {@link MANY} matches, even if it is inaccurate. */
const CERTAINLY_MANY = 10 * MANY;

/** Fields needed to validate an update. */
export type LockedTicket = Pick<
  Ticket,
  'locationId' | 'assignedTo' | 'status' | 'description' | 'notes' | 'version'
>;

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.status, t.priority,
  t.ticket_type AS "ticketType", t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  t.completed_at AS "completedAt", l.name AS "locationName",
  u.first_name AS "assigneeFirstName", u.last_name AS "assigneeLastName"`;
const table = sql`core.tickets t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to`;
/** The sort order of the filter indexes. */
const newestFirst = sql`t.created_at DESC, t.id DESC`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);

/**
 * Reads and writes tickets. Rows outside the caller's scope behave as missing. Lists and creation are SQL, because
 * TypeORM's query builder halves their throughput (docs/decisions/0019).
 */
@Injectable()
export class TicketsRepository {
  constructor(
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
    private readonly database: Database,
    private readonly sample: TitleSample,
  ) {}

  async list(principal: Principal, query: ListTicketsQuery): Promise<Page<TicketResponse>> {
    return readPage(
      this.database,
      {
        row: listedRow,
        alias: sql`t`,
        octets: { ofRow: sql`octet_length(t.description) + coalesce(octet_length(t.notes), 0)` },
        columns,
        joins,
        sort: [sql`t.created_at`, sql`t.id`],
        direction: directionOf(query),
        after: query.cursor,
        limit: query.limit,
        ...(await this.choose(principal, query)),
      },
      toTicketResponse,
      ({ createdAt, id }) => [createdAt, id],
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<TicketResponse>> {
    const ticket = await this.visible(principal, id, within)
      .innerJoinAndSelect('t.location', 'l')
      .leftJoinAndSelect('t.assignee', 'u')
      .getOne();
    if (!ticket) throw notFound();
    return { body: responseOf(ticket), version: ticket.version };
  }

  /** Locks the ticket against changes until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedTicket> {
    const ticket = await this.visible(principal, id, within).setLock('pessimistic_write').getOne();
    if (!ticket) throw notFound();
    return ticket;
  }

  /** Inserts the ticket and returns it, in one statement, because tickets are created most often. */
  async insert(within: EntityManager, ticket: CreateTicketRequest): Promise<Versioned<TicketResponse>> {
    const { title, description, locationId, assignedTo, status, priority, ticketType, notes } = ticket;
    const [row] = await this.database.rows(
      insertedRow,
      sql`WITH t AS (
            INSERT INTO core.tickets
              (title, description, location_id, assigned_to, status, priority, ticket_type, notes)
            VALUES (${title}, ${description}, ${locationId}, ${assignedTo}, ${status}, ${priority}, ${ticketType},
              ${notes})
            RETURNING *)
          SELECT ${columns}, t.version FROM t ${joins}`,
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

  /** Query of a ticket, if visible to the principal. */
  private visible(principal: Principal, id: string, within?: EntityManager): SelectQueryBuilder<Ticket> {
    return (within?.withRepository(this.tickets) ?? this.tickets)
      .createQueryBuilder('t')
      .where(...sql`t.id = ${id} AND ${visibleTo(principal)}`.toCondition());
  }

  /** Chooses the rows of a list and how to count them. */
  private async choose(
    principal: Principal,
    query: ListTicketsQuery,
  ): Promise<Pick<PageStatement<typeof listedRow>, 'table' | 'conditions' | 'total' | 'prepare'>> {
    const { q, locationId, assignedTo } = query;
    const filters = filtersOf(query);
    const conditions = [visibleTo(principal), ...filters];
    if (q === undefined) {
      const total =
        assignedTo === undefined
          ? countedRows('tickets', principal, { locationId, conditions: facetsOf(sql`c`, query) })
          : countOf(table, conditions);
      // Combined filters have too many variants to keep prepared, and a further condition would mislead the planner.
      if (filters.length > 1) return { table, conditions, total, prepare: false };
      const skipped =
        locationId === undefined ? fromFirstVisible(principal, 'tickets', directionOf(query)) : [];
      return { table, conditions: [...conditions, ...skipped], total, prepare: true };
    }
    await this.sample.refresh();
    const search = searchFor(q, this.sample.rarestFragments(q));
    if (principal.role !== 'admin' || locationId !== undefined) {
      const found = [...conditions, search.matches];
      return { table, conditions: found, total: countOf(table, found) };
    }
    if (this.sample.estimate(q) < CERTAINLY_MANY) {
      const { met, total, ids } = await this.find(search, conditions, query);
      if (met < MANY) {
        const counted = Math.min(total, COUNTED_AT_MOST);
        return { table, conditions: [sql`t.id = ANY (${ids})`], total: sql`SELECT ${counted}::int` };
      }
    }
    const total =
      filters.length === 0
        ? sql`SELECT ${COUNTED_AT_MOST}::int`
        : countUpTo(COUNTED_AT_MOST, table, [...conditions, search.counted], newestFirst);
    return { table, conditions: [...conditions, search.walked], total };
  }

  /** Number of tickets that match a search, at most {@link MANY}; how many of them are in the list; and its page. */
  private async find(
    search: TicketSearch,
    conditions: readonly Sql[],
    { sort, cursor, limit }: ListTicketsQuery,
  ): Promise<z.infer<typeof foundRow>> {
    const direction = literal(directionOf({ sort }));
    const order = sql`t.created_at ${direction}, t.id ${direction}`;
    const [createdAt, id] = cursor ?? [];
    const isAfter =
      createdAt === undefined
        ? sql`TRUE`
        : sort === 'createdAt'
          ? sql`(t.created_at, t.id) > (${createdAt}, ${id})`
          : sql`(t.created_at, t.id) < (${createdAt}, ${id})`;
    const [row] = await this.database.rows(
      foundRow,
      sql`WITH ${search.candidates}
          SELECT (SELECT count(*) FROM found)::int AS met,
            (SELECT count(*) FROM found t WHERE ${all(conditions)})::int AS total,
            array_to_json(ARRAY(SELECT t.id FROM found t WHERE ${all([...conditions, isAfter])}
              ORDER BY ${order} LIMIT ${limit + 1})) AS ids`,
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

const directionOf = ({ sort }: Pick<ListTicketsQuery, 'sort'>): 'ASC' | 'DESC' =>
  sort === 'createdAt' ? 'ASC' : 'DESC';

const filtersOf = (query: ListTicketsQuery): Sql[] => [
  ...facetsOf(sql`t`, query),
  ...equalities([
    [sql`t.location_id`, query.locationId],
    [sql`t.assigned_to`, query.assignedTo],
  ]),
];

const equalities = (pairs: [Sql, string | undefined][]): Sql[] =>
  pairs.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));

function responseOf(ticket: Ticket): TicketResponse {
  const { id, locationId } = ticket;
  const assignee = joined(ticket.assignee);
  return {
    id,
    title: ticket.title,
    description: ticket.description,
    locationId,
    assignedTo: ticket.assignedTo,
    status: ticket.status,
    priority: ticket.priority,
    ticketType: ticket.ticketType,
    notes: ticket.notes,
    createdAt: ticket.createdAt.toISOString(),
    updatedAt: ticket.updatedAt.toISOString(),
    completedAt: ticket.completedAt?.toISOString() ?? null,
    location: { id: locationId, name: joined(ticket.location).name },
    assignee: assignee && { id: assignee.id, firstName: assignee.firstName, lastName: assignee.lastName },
  };
}

/** Exactly the fields of a TicketResponse, because the list is returned unfiltered. */
function toTicketResponse(row: TicketRow): TicketResponse {
  return {
    id: row.id,
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
    location: { id: row.locationId, name: row.locationName },
    assignee:
      row.assignedTo === null || row.assigneeFirstName === null || row.assigneeLastName === null
        ? null
        : { id: row.assignedTo, firstName: row.assigneeFirstName, lastName: row.assigneeLastName },
  };
}
