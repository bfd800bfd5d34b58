import { notFound, type Page, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { byName, contains, search } from '../database/search.ts';
import { all, equalities, type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity, versionColumn } from '../entities/entity-rows.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { ofChanged, oldestChangeFirst } from '../changed-lists/changed-list.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { explainTakenBy } from '../external-ids/external-id.ts';
import { spelled } from '../external-ids/external-id-filter.ts';
import { type BoundedStatement, conditionsOf, orderOf } from '../lists/bounded-rows.ts';
import { countOf, fetchSizeOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import {
  equipmentVisibleTo,
  isOneOf,
  locationListedTo,
  locationVisibleTo,
  vendorVisibleTo,
} from '../visibility/visible-to.ts';
import { Equipment } from './equipment.entity.ts';
import {
  type CreateEquipmentRequest,
  type EquipmentResponse,
  equipmentResponse,
  type EquipmentSummary,
  equipmentSummary,
  type ListEquipmentQuery,
  type UpdateEquipmentRequest,
} from './equipment.schemas.ts';

const listedRow = equipmentResponse.extend(pageColumns);
const versionedRow = equipmentResponse.extend(versionColumn);

const columns = columnsOf(equipmentResponse, 'e', {
  location: 'l',
  code: 'c',
  updatedAt: changedAt('e'),
  vendorId: sql`v.id`,
  vendor: 'v',
  openTickets: sql`(SELECT count(*)::int FROM core.tickets t
    WHERE t.equipment_id = e.id AND t.status <> 'solved' AND t.location_id = e.location_id)`,
});
const table = sql`core.equipment e JOIN core.locations l ON l.id = e.location_id`;
const joinsFor = (principal: Principal): Sql => sql`
  LEFT JOIN LATERAL (
    SELECT * FROM core.intake_codes WHERE equipment_id = e.id ORDER BY active DESC, id DESC LIMIT 1) c ON TRUE
  LEFT JOIN core.vendors v ON v.id = e.vendor_id AND ${vendorVisibleTo(principal)}`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`e.id = ${id} AND ${equipmentVisibleTo(principal)}`;

const byNames = {
  sort: [byName(sql`l.name`), byName(sql`e.name`), sql`e.id`],
  direction: 'ASC' as const,
  keysOf: ({ location, name, id }: EquipmentResponse) => [location.name, name, id],
};

function listedBy(conditions: readonly Sql[], { sort, cursor }: ListEquipmentQuery) {
  const [locationName] = (sort === undefined && cursor) || [];
  return {
    // The index on names can begin at the location of the cursor; the comparison of three columns uses none.
    conditions:
      locationName === undefined
        ? conditions
        : [...conditions, sql`${byName(sql`l.name`)} >= ${locationName}`],
    total: countOf(sql`core.equipment e`, conditions),
  };
}

/** What a search finds is found once, and then counted; only the columns of its order are sorted. */
const foundBy = (
  conditions: readonly Sql[],
  order: Pick<BoundedStatement, 'sort' | 'direction' | 'query'>,
) => ({
  with: sql`WITH found AS MATERIALIZED (
    SELECT e.id, e.location_id, e.name, e.updated_at, e.shown_at FROM core.equipment e WHERE ${all(conditions)})`,
  conditions: [
    sql`e.id = ANY (ARRAY(
      SELECT e.id FROM found e JOIN core.locations l ON l.id = e.location_id WHERE ${all(conditionsOf(order))}
      ORDER BY ${orderOf(order)} LIMIT ${fetchSizeOf(order.query)}))`,
  ],
  total: countOf(sql`found`, []),
});

/** Reads and writes equipment. Rows outside the caller's scope behave as missing. */
@Injectable()
export class EquipmentRepository {
  constructor(private readonly database: Database) {}

  /** By the name of the location, then by its own. */
  list(principal: Principal, query: ListEquipmentQuery): Promise<Page<EquipmentResponse>> {
    const filters = filtersOf(query);
    const conditions = [
      sql`e.removed_at IS NULL`,
      (query.externalId === undefined && query.ids === undefined ? locationListedTo : locationVisibleTo)(
        principal,
        sql`e.location_id`,
      ),
      ...filters,
    ];
    const order = { ...(query.sort === undefined ? byNames : oldestChangeFirst('e')), query };
    return readPage(this.database, {
      row: listedRow,
      alias: 'e',
      columns,
      table,
      joins: sql`JOIN core.locations l ON l.id = e.location_id ${joinsFor(principal)}`,
      ...(query.q === undefined ? listedBy(conditions, query) : foundBy(conditions, order)),
      ...order,
      prepare: filters.length < 2,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<EquipmentResponse>> {
    const equipment = sql`SELECT ${columns}, e.version FROM ${table} ${joinsFor(principal)} WHERE ${isVisible(principal, id)}`;
    return readEntity(this.database, versionedRow, equipment, within);
  }

  /**
   * In SQL: sums of money are exact, and days are those of its location.
   * @throws Problem 404
   */
  async summary(principal: Principal, id: string): Promise<EquipmentSummary> {
    const [summary] = await this.database.rows(
      equipmentSummary,
      sql`SELECT t.tickets, t."openTickets", t.repeats, c."totalCost", c."costLast12Months",
            round(100 * c."totalCost" / nullif(e.replacement_cost, 0), 1)::float8 AS "shareOfReplacement",
            coalesce(e.warranty_until >= today.day, FALSE) AS "underWarranty"
          FROM ${table}
            CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE l.timezone)::date AS day) AS today
            CROSS JOIN LATERAL (
              SELECT coalesce(array_agg(id), '{}') AS ids, count(*)::int AS tickets,
                (count(*) FILTER (WHERE status <> 'solved'))::int AS "openTickets",
                count(repeat_of)::int AS repeats
              FROM core.tickets WHERE equipment_id = e.id AND ${locationVisibleTo(principal, sql`location_id`)}) AS t
            CROSS JOIN LATERAL (
              SELECT coalesce(sum(amount), 0.00) AS "totalCost",
                coalesce(sum(amount) FILTER (
                  WHERE incurred_on > today.day - interval '12 months' AND incurred_on <= today.day), 0.00)
                  AS "costLast12Months"
              FROM core.ticket_costs WHERE ticket_id = ANY (t.ids)) AS c
          WHERE ${isVisible(principal, id)}`,
      { prepare: true },
    );
    if (!summary) throw notFound();
    return summary;
  }

  /**
   * Locks the equipment against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Equipment> {
    return lockEntity(within, Equipment, 'for_no_key_update', 'e', isVisible(principal, id));
  }

  /**
   * Also locks it against new references.
   * @throws Problem 404
   */
  lockAgainstReferences(within: EntityManager, principal: Principal, id: string): Promise<Equipment> {
    return lockEntity(within, Equipment, 'pessimistic_write', 'e', isVisible(principal, id));
  }

  /**
   * Locks the tickets of the equipment before the equipment itself, because every transaction locks a ticket before its
   * equipment. In SQL: a lock with a limit.
   * @param most no more than this and one are locked
   * @returns whether there are at most that many
   */
  async lockTickets(within: EntityManager, principal: Principal, id: string, most: number): Promise<boolean> {
    const some = sql`
      SELECT t.id FROM core.tickets t JOIN core.equipment e ON e.id = t.equipment_id
      WHERE t.equipment_id = ${id} AND ${equipmentVisibleTo(principal)} LIMIT ${most + 1}`;
    const locked = await this.database.run(
      sql`SELECT FROM core.tickets WHERE id = ANY (ARRAY(${some})) ORDER BY id FOR UPDATE`,
      { within },
    );
    return locked <= most;
  }

  insert(within: EntityManager, equipment: CreateEquipmentRequest): Promise<string> {
    return insertEntity(within, Equipment, equipment);
  }

  /** Explains why a request with this external id failed: see {@link explainTakenBy}. */
  explainTaken(principal: Principal, externalId: string | null | undefined) {
    const visible = sql`core.equipment o
      WHERE o.removed_at IS NULL AND ${locationVisibleTo(principal, sql`o.location_id`)}`;
    return explainTakenBy(this.database, externalId, visible);
  }

  async update(within: EntityManager, id: string, changes: UpdateEquipmentRequest): Promise<void> {
    await within.update(Equipment, id, changes);
  }
}

const filtersOf = (query: ListEquipmentQuery): Sql[] => [
  ...equalities([
    [sql`e.location_id`, query.locationId],
    [sql`e.category`, query.category],
    [sql`e.status`, query.status],
  ]),
  ...spelled(sql`e.serial`, query.serial),
  ...spelled(sql`e.external_id`, query.externalId),
  ...ofChanged('e', query),
  // Each can use an index: locations are read first.
  ...(query.q === undefined
    ? []
    : [
        sql`(${contains(sql`e.name`, query.q)} OR ${isOneOf(sql`e.location_id`, all(search(query.q, [sql`name`, sql`store_number`])))})`,
      ]),
];
