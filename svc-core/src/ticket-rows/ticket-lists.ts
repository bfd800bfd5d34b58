import { COUNTED_FOR_CSV, type Page, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { countedRows } from '../counts/counted-rows.ts';
import { all, equalities, join, literal, type Sql, sql } from '../database/sql.ts';
import { ofChanged, oldestChangeFirst } from '../changed-lists/changed-list.ts';
import { spelled } from '../external-ids/external-id-filter.ts';
import { type BoundedStatement, conditionsOf, orderOf } from '../lists/bounded-rows.ts';
import { countUpTo, fetchSizeOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { assignedToCondition } from '../visibility/assigned-to.ts';
import {
  equipmentVisibleTo,
  isOneOf,
  locationListedTo,
  locationVisibleTo,
} from '../visibility/visible-to.ts';
import { columnsFor, joinsFor } from './ticket-columns.ts';
import { listedFrom, ofDueState, soonestBy, soonestFirst, sortOf } from './ticket-due.ts';
import { isOfPeriod, ofCosts, ofDays, ofSpending } from './ticket-filters.ts';
import { searchFor } from './ticket-search.ts';
import type { ListTicketsQuery } from './tickets-query.ts';
import { TicketsRepository } from './tickets.repository.ts';
import { type TicketResponse, ticketResponse } from './tickets.schemas.ts';

const listedRow = ticketResponse.extend(pageColumns);

/** A search, or a list of unassigned tickets, through all locations is counted up to this number. */
const COUNTED_AT_MOST = 1000;

/** The rows of tickets with their lists, which nothing that changes a ticket needs. */
@Injectable()
export class ListedTickets extends TicketsRepository {
  list(principal: Principal, query: ListTicketsQuery): Promise<Page<TicketResponse>> {
    return readPage(this.database, {
      row: listedRow,
      alias: 't',
      columns: columnsFor(principal),
      joins: joinsFor(principal),
      ...listOf(principal, query),
      toItem: ownFields,
    });
  }
}

/** Which tickets `t` a list has, in which order, and how they are counted. */
function listOf(principal: Principal, query: ListTicketsQuery) {
  const from = listedFrom(query);
  const filters = filtersOf(principal, query, from);
  const isNamed = query.externalId !== undefined || query.ids !== undefined;
  const listedTo = isOfPeriod(query) || isNamed ? locationVisibleTo : locationListedTo;
  const conditions = [listedTo(principal, from.locationId), ...filters];
  // All rows of a manager are found by location; a page is found by its order, unless few rows are unassigned.
  const byLocation = [isOneOf(from.locationId, listedTo(principal, sql`id`)), ...filters];
  const counted = principal.role === 'admin' || from.isByDue ? conditions : byLocation;
  const order = { ...orderOfList(query), query };
  const isUnassigned = query.assignedTo === 'none';
  const listed = isUnassigned ? counted : conditions;
  const found = { from, conditions: listed, counted, order, most: countedAtMost(principal, query, from) };
  const isFoundFirst = query.q !== undefined || (isUnassigned && principal.role !== 'admin');
  return {
    table: from.table,
    ...(isFoundFirst ? foundBy(found, query) : listedBy(found, principal, query)),
    ...order,
    // Combined filters have too many variants to stay prepared; the lists of the board's chips are read often.
    prepare: query.q === undefined && filters.length <= (from.isByDue ? 2 : 1),
  };
}

function orderOfList(query: ListTicketsQuery) {
  const sort = sortOf(query);
  if (sort === 'dueAt') return soonestFirst(query);
  if (sort === 'updatedAt') return oldestChangeFirst('t');
  return { ...newestFirst('t'), direction: sort === 'createdAt' ? ('ASC' as const) : ('DESC' as const) };
}

/** What is listed, and up to which number it is counted. */
interface Found {
  from: ReturnType<typeof listedFrom>;
  conditions: readonly Sql[];
  /** As conditions, to count them. */
  counted: readonly Sql[];
  order: Pick<BoundedStatement, 'sort' | 'direction' | 'query'>;
  most: number | null;
}

const isOpen = ({ open, status }: ListTicketsQuery) =>
  open !== undefined || (status ?? 'solved') !== 'solved';

/** The page of a list: its number comes from the counts that are kept where it can. */
function listedBy(found: Found, principal: Principal, query: ListTicketsQuery) {
  const { from, conditions, counted, most } = found;
  const isOfFacets = !from.isByDue && conditionsBeyondFacets(principal, query).length === 0;
  // Open tickets are few, and so are those of a location: they are found, and then sorted.
  const isLong = isOfFacets && principal.role === 'admin' && !query.locationId && !isOpen(query);
  return {
    ...(isLong && sortOf(query) === 'dueAt' ? soonestOf(found) : { conditions }),
    total: isOfFacets
      ? countedRows('tickets', principal, {
          locationId: query.locationId,
          conditions: facetsOf(sql`c`, query),
        })
      : countUpTo(most, from.counted, counted),
  };
}

/** Of the newest tickets after the cursor, so many are looked through first, and so many found there are enough. */
const LOOKED_THROUGH = 5000;
const ENOUGH = 1001;
/** What the orders of a list read. */
const SORTED_BY = sql`t.id, t.created_at, t.updated_at, t.shown_at`;

/**
 * The page of a search, or of a manager's unassigned tickets. Indexes find all matches, which are then sorted and
 * counted: sorted by an index, a rare match would cost a read of all tickets. Matches that are frequent fill page and
 * count from the next {@link LOOKED_THROUGH} tickets. The ids of the page are chosen before anything is joined.
 */
function foundBy({ from, conditions, order, most }: Found, { q, format }: ListTicketsQuery) {
  // A file is counted once, so only what is left of it is found.
  const limiting = format === 'csv' ? conditionsOf({ ...order, conditions }) : conditions;
  const alternatives = q === undefined ? [sql`TRUE`] : searchFor(q);
  const next = sql`
    SELECT ${SORTED_BY} FROM (
      SELECT * FROM core.tickets t WHERE ${all(conditionsOf({ ...order, conditions: [] }))}
      ORDER BY ${orderOf(order)} LIMIT ${literal(String(LOOKED_THROUGH))}) t
    WHERE ${all(conditions)} AND (${join(alternatives, ' OR ')})`;
  // One alternative is a number, or none.
  const isLooking = most === COUNTED_AT_MOST && !from.isByDue && alternatives.length > 1;
  const isEnough = sql`(SELECT count(*) >= ${literal(String(ENOUGH))} FROM next)`;
  const found = alternatives.map((alternative, at) => {
    const notEarlier = alternatives.slice(0, at).map((earlier) => sql`(${earlier}) IS NOT TRUE`);
    const isNeeded = isLooking ? [sql`NOT ${isEnough}`] : [];
    return sql`SELECT ${SORTED_BY} FROM ${from.table} WHERE ${all([...isNeeded, ...limiting, alternative, ...notEarlier])}`;
  });
  const deadlines = from.isByDue ? sql`JOIN core.ticket_deadlines d ON d.ticket_id = t.id` : sql``;
  return {
    with: isLooking
      ? sql`WITH next AS MATERIALIZED (${next}), found AS MATERIALIZED (
          SELECT * FROM next WHERE ${isEnough} UNION ALL ${join(found, ' UNION ALL ')})`
      : sql`WITH found AS MATERIALIZED (${join(found, ' UNION ALL ')})`,
    conditions: [
      sql`t.id = ANY (ARRAY(
        SELECT t.id FROM found t ${deadlines} WHERE ${all(conditionsOf(order))}
        ORDER BY ${orderOf(order)} LIMIT ${fetchSizeOf(order.query)}))`,
    ],
    total: countUpTo(most, sql`found`, []),
  };
}

/** The next tickets by the index of due dates, and those without one only where these do not fill the page. */
function soonestOf({ conditions, order }: Found) {
  const size = fetchSizeOf(order.query);
  const following = (due: Sql) => all(conditionsOf({ ...order, ...soonestBy(due), conditions }));
  return {
    with: sql`WITH dated AS MATERIALIZED (
        SELECT t.id FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id AND d.due_at IS NOT NULL
        WHERE ${following(sql`d.due_at`)} ORDER BY d.due_at, t.created_at DESC, t.id LIMIT ${size}),
      others AS MATERIALIZED (
        SELECT t.id FROM core.tickets t LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
        WHERE d.due_at IS NULL AND (SELECT count(*) FROM dated) < ${size} AND ${following(sql`timestamptz 'infinity'`)}
        ORDER BY t.created_at DESC, t.id LIMIT ${size})`,
    conditions: [sql`t.id = ANY (ARRAY(SELECT id FROM dated UNION ALL SELECT id FROM others))`],
  };
}

/** Up to which number a list is counted; null if it is counted to its end. */
function countedAtMost({ role }: Principal, query: ListTicketsQuery, from: Found['from']): number | null {
  const { q, locationId, assignedTo, equipmentId, due, open, format, updatedSince } = query;
  if (format === 'csv') return COUNTED_FOR_CSV;
  if (locationId !== undefined || equipmentId !== undefined) return null;
  // All open ones that are late are a figure of a report, which is counted exactly.
  const isOfBoard = due !== undefined && open === undefined && !isOfPeriod(query);
  if (isOfBoard && from.isByDue) return COUNTED_AT_MOST;
  return role === 'admin' &&
    (isOfBoard || q !== undefined || assignedTo === 'none' || updatedSince !== undefined)
    ? COUNTED_AT_MOST
    : null;
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

const filtersOf = (principal: Principal, query: ListTicketsQuery, from: Found['from']): Sql[] => [
  ...facetsOf(sql`t`, query, from.status),
  ...equalities([[from.locationId, query.locationId]]),
  ...conditionsBeyondFacets(principal, query),
];

/** Filters for which no counts are kept. */
const conditionsBeyondFacets = (principal: Principal, query: ListTicketsQuery): Sql[] => [
  ...spelled(sql`t.external_id`, query.externalId),
  ...ofChanged('t', query),
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
