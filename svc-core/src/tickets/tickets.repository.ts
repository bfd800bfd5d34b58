import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seesLocation } from '../assignments/sight.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { WithVersion } from '../entities/versioned.ts';
import type { Page } from '../lists/page.ts';
import { countOf, countUpTo, type PageStatement, readPage } from '../lists/read-page.ts';
import { Ticket } from './ticket.entity.ts';
import { MANY, searchFor } from './ticket-search.ts';
import type {
  CreateTicketRequest,
  ListTicketsQuery,
  TicketResponse,
  UpdateTicketRequest,
} from './tickets.schemas.ts';

type TicketRow = Omit<TicketResponse, 'location' | 'assignee'> & {
  locationName: string;
  /** Null while nobody is assigned; not read then. */
  assigneeFirstName: string;
  assigneeLastName: string;
};

/** What a change is judged by. */
export type LockedTicket = Pick<Ticket, 'locationId' | 'assignedTo' | 'status' | 'version'>;

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.status, t.priority,
  t.ticket_type AS "ticketType", t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  t.completed_at AS "completedAt", l.name AS "locationName",
  u.first_name AS "assigneeFirstName", u.last_name AS "assigneeLastName"`;
const table = sql`core.tickets t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to`;
const inSight = (principal: Principal): Sql => seesLocation(principal, sql`t.location_id`);

/** The only SQL on tickets. What the principal does not see is not there. */
@Injectable()
export class TicketsRepository {
  constructor(private readonly database: Database) {}

  async list(principal: Principal, query: ListTicketsQuery): Promise<Page<TicketResponse>> {
    return readPage(
      this.database,
      {
        columns,
        joins,
        sort: [sql`t.created_at`, sql`t.id`],
        direction: query.sort === 'createdAt' ? 'ASC' : 'DESC',
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
    const [row] = await this.database.rows<WithVersion<TicketRow>>(
      sql`SELECT ${columns}, t.version FROM ${table} ${joins} WHERE t.id = ${id} AND ${inSight(principal)}`,
      { prepare: true, ...(within && { within }) },
    );
    if (!row) throw notFound();
    return { answer: toTicketResponse(row), version: row.version };
  }

  /** Keeps the ticket as it is for everybody else until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedTicket> {
    const [row] = await this.database.rows<LockedTicket>(
      sql`SELECT t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.status, t.version
          FROM ${table} WHERE t.id = ${id} AND ${inSight(principal)} FOR UPDATE`,
      { within },
    );
    if (!row) throw notFound();
    return row;
  }

  /** Inserts the ticket and answers it, in one statement: tickets are what is created most. */
  async insert(within: EntityManager, ticket: CreateTicketRequest): Promise<Versioned<TicketResponse>> {
    const { title, description, locationId, assignedTo, status, priority, ticketType, notes } = ticket;
    const [row] = await this.database.rows<WithVersion<TicketRow>>(
      sql`WITH t AS (
            INSERT INTO core.tickets
              (title, description, location_id, assigned_to, status, priority, ticket_type, notes)
            VALUES (${title}, ${description}, ${locationId}, ${assignedTo}, ${status}, ${priority}, ${ticketType},
              ${notes})
            RETURNING *)
          SELECT ${columns}, t.version FROM t ${joins}`,
      { within, prepare: true },
    );
    if (!row) throw new Error('an INSERT answered no row');
    return { answer: toTicketResponse(row), version: row.version };
  }

  /** Changes the given fields and what follows from them. */
  async update(
    within: EntityManager,
    id: string,
    changes: UpdateTicketRequest,
    completion: 'set' | 'clear' | 'keep',
  ): Promise<void> {
    await within.update(Ticket, id, {
      ...changes,
      ...(completion === 'set' && { completedAt: () => 'now()' }),
      ...(completion === 'clear' && { completedAt: null }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Ticket, id);
  }

  /** Which tickets a list is of, and how many. */
  private async choose(
    principal: Principal,
    query: ListTicketsQuery,
  ): Promise<Pick<PageStatement, 'with' | 'table' | 'conditions' | 'total' | 'prepare'>> {
    const { q, locationId, assignedTo } = query;
    const filters = filtersOf(query);
    const conditions = [inSight(principal), ...filters];
    if (q === undefined) {
      const total =
        assignedTo === undefined
          ? countedRows('tickets', principal, { locationId, conditions: facetsOf(sql`c`, query) })
          : countOf(table, conditions);
      // Combined filters take too many forms to keep.
      return { table, conditions, total, prepare: filters.length <= 1 };
    }
    const search = searchFor(q);
    if (principal.role !== 'admin' || locationId !== undefined || assignedTo !== undefined) {
      const found = [...conditions, search.matches];
      return { table, conditions: found, total: countOf(table, found) };
    }
    const [candidates] = await this.database.rows<{ count: number }>(
      sql`WITH ${search.candidates} SELECT count(*)::int AS count FROM found`,
    );
    if (candidates && candidates.count < MANY) {
      const among = sql`found JOIN core.tickets t USING (id)`;
      return { with: search.candidates, table: among, conditions, total: countOf(among, conditions) };
    }
    const walked = [...conditions, search.walked];
    const total = countUpTo(MANY, table, walked, sql`t.created_at DESC, t.id DESC`);
    return { table, conditions: walked, total };
  }
}

/** The conditions on the columns that are counted, of the tickets (`t`) or of their counts (`c`). */
const facetsOf = (alias: Sql, { status, priority, ticketType }: ListTicketsQuery): Sql[] =>
  equalities([
    [sql`${alias}.status`, status],
    [sql`${alias}.priority`, priority],
    [sql`${alias}.ticket_type`, ticketType],
  ]);

const filtersOf = (query: ListTicketsQuery): Sql[] => [
  ...facetsOf(sql`t`, query),
  ...equalities([
    [sql`t.location_id`, query.locationId],
    [sql`t.assigned_to`, query.assignedTo],
  ]),
];

const equalities = (pairs: [Sql, string | undefined][]): Sql[] =>
  pairs.flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));

/** Exactly the fields of a TicketResponse: the list answers them as they are. */
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
      row.assignedTo === null
        ? null
        : { id: row.assignedTo, firstName: row.assigneeFirstName, lastName: row.assigneeLastName },
  };
}
