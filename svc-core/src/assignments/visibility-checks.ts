import { badRequest, notFound, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, type SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { Ticket } from '../tickets/ticket.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';

/**
 * SQL condition that a column has the id of a location visible to the principal: for an administrator all except
 * removed ones, whose assignments are deleted on removal; for a district manager those assigned to them.
 */
export const locationVisibleTo = ({ role, userId }: Principal, column: Sql): Sql =>
  role === 'admin'
    ? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL)`
    : sql`${column} IN (SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`;

/**
 * SQL condition as {@link locationVisibleTo}, without archived locations: for lists, counts, and what new rows may refer to. What
 * belongs to an archived one is read and changed by its id only.
 */
export const locationListedTo = (principal: Principal, column: Sql): Sql =>
  principal.role === 'admin'
    ? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL OR archived_at IS NOT NULL)`
    : sql`(${locationVisibleTo(principal, column)}
        AND ${column} NOT IN (SELECT id FROM core.locations WHERE archived_at IS NOT NULL))`;

/** SQL condition that equipment `e` is not removed, and its location visible to the principal. */
export const equipmentVisibleTo = (principal: Principal): Sql =>
  sql`(e.removed_at IS NULL AND ${locationVisibleTo(principal, sql`e.location_id`)})`;

/** SQL condition that vendor `v` serves all locations, or one that is visible to the principal. */
export const vendorVisibleTo = ({ role, userId }: Principal): Sql =>
  role === 'admin'
    ? sql`TRUE`
    : sql`(v.location_ids = '{}' OR v.location_ids && ARRAY(
        SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId}))`;

const servedAt = (locationId: string): Sql =>
  sql`(v.location_ids = '{}' OR ${locationId} = ANY (v.location_ids))`;

/**
 * SQL condition that lets a list of all locations, in the order of `t.created_at`, begin at its first visible row. While the
 * rows of a large removed location are being deleted, it would otherwise read all of those that come before. Costs one index
 * lookup per location, and only while there is a removed one. A manager's list needs none: it reads assigned locations.
 */
export function fromFirstVisible(
  { role }: Principal,
  table: 'tickets' | 'tasks',
  direction: 'ASC' | 'DESC',
): Sql[] {
  if (role !== 'admin') return [];
  const [comparison, extreme, unbounded] =
    direction === 'DESC'
      ? [literal('<='), literal('max'), literal("'infinity'")]
      : [literal('>='), literal('min'), literal("'-infinity'")];
  const order = literal(direction);
  return [
    sql`t.created_at ${comparison} (
      SELECT CASE WHEN EXISTS (SELECT FROM core.locations WHERE removed_at IS NOT NULL) THEN (
        SELECT ${extreme}(first.created_at)
        FROM core.locations l CROSS JOIN LATERAL (
          SELECT created_at FROM ${literal(`core.${table}`)} WHERE location_id = l.id
          ORDER BY created_at ${order}, id ${order} LIMIT 1) first
        WHERE l.removed_at IS NULL) ELSE ${unbounded} END)`,
  ];
}

/**
 * SQL condition that a column has the id of a user visible to the principal: for an administrator all of them; for a
 * district manager themselves and users who share a location with them.
 */
export const userVisibleTo = ({ role, userId }: Principal, column: Sql): Sql =>
  role === 'admin'
    ? sql`TRUE`
    : sql`(${column} = ${userId} OR ${column} IN (
        SELECT theirs.manager_id FROM core.manager_assignments mine
        JOIN core.manager_assignments theirs USING (location_id)
        WHERE mine.manager_id = ${userId}))`;

/**
 * SQL condition that a user `u` is active and can open the tickets of a location: every administrator, and the managers to
 * whom the location is assigned.
 */
export const canOpenTicketsAt = (locationId: Sql): Sql =>
  sql`u.active AND (u.role = 'admin' OR u.id IN (
    SELECT manager_id FROM core.manager_assignments WHERE location_id = ${locationId}))`;

/** A ticket with this id that is visible to the principal, without its texts. */
export const visibleTicket = (on: EntityManager, principal: Principal, id: Sql): SelectQueryBuilder<Ticket> =>
  on
    .createQueryBuilder(Ticket, 't')
    .select(['t.id', 't.locationId', 't.createdAt', 't.createdBy', 't.via'])
    .where(...sql`t.id = ${id} AND ${locationVisibleTo(principal, sql`t.location_id`)}`.toCondition());

const locationRow = z.object({ isArchived: z.boolean() });

/** Entities that a ticket or task refers to. */
interface References {
  locationId?: string | undefined;
  assignedTo?: string | null | undefined;
}

/**
 * Checks the references in a body. An unknown and an invisible one give the same 400 on the field. */
@Injectable()
export class VisibilityChecks {
  constructor(private readonly database: Database) {}

  /**
   * The location exists, is visible, is not archived and remains until the transaction ends. In prepared SQL, because each
   * creation of a ticket runs it, and its throughput has a goal (docs/figures.md). @throws Problem 400 on `locationId`
   */
  async requireLocation(within: EntityManager, principal: Principal, locationId: string): Promise<void> {
    const [location] = await this.database.rows(
      locationRow,
      sql`SELECT archived_at IS NOT NULL AS "isArchived" FROM core.locations
          WHERE id = ${locationId} AND removed_at IS NULL AND ${locationVisibleTo(principal, sql`id`)} FOR KEY SHARE`,
      { within, prepare: true },
    );
    if (!location) throw badRequest({ locationId: ['There is no such location.'] });
    if (location.isArchived) throw badRequest({ locationId: ['This location is archived.'] });
  }

  /**
   * The ticket exists, is visible and remains until the transaction ends. @returns the id of its location
   * @throws Problem 404
   */
  async requireTicket(within: EntityManager, principal: Principal, ticketId: string): Promise<string> {
    const ticket = await visibleTicket(within, principal, sql`${ticketId}`)
      .setLock('for_key_share')
      .getOne();
    if (!ticket) throw notFound();
    return ticket.locationId;
  }

  /**
   * The user exists, is active and is visible, or is an administrator: those can open everything, and stand among the people
   * of every ticket. @throws Problem 400 on `assignedTo`
   */
  async requireAssignee(within: EntityManager, principal: Principal, assignedTo: string): Promise<void> {
    const isVisible = sql`
      u.id = ${assignedTo} AND u.active AND (u.role = 'admin' OR ${userVisibleTo(principal, sql`u.id`)})`;
    const user = within.createQueryBuilder(User, 'u').where(...isVisible.toCondition());
    if (!(await user.getExists())) throw badRequest({ assignedTo: ['There is no such active employee.'] });
  }

  /**
   * The equipment is of this location, and remains until the transaction ends. @throws Problem 400 on `equipmentId`
   */
  async requireEquipment(within: EntityManager, locationId: string, equipmentId: string): Promise<void> {
    const found = await within.findOne(Equipment, {
      select: { id: true },
      where: { id: equipmentId, locationId, removedAt: IsNull() },
      lock: { mode: 'for_key_share' },
    });
    if (!found) throw badRequest({ equipmentId: ['There is no such equipment at this location.'] });
  }

  /**
   * The vendor is active, serves this location, and remains until the transaction ends. @throws Problem 400 on `vendorId`
   */
  async requireVendor(within: EntityManager, locationId: string, vendorId: string): Promise<void> {
    const vendor = await within
      .createQueryBuilder(Vendor, 'v')
      .where(...sql`v.id = ${vendorId} AND v.active AND ${servedAt(locationId)}`.toCondition())
      .setLock('for_key_share')
      .getOne();
    if (!vendor) throw badRequest({ vendorId: ['There is no such active vendor for this location.'] });
  }

  /** The spending limit of a vendor, which the caller has checked. */
  async limitOf(within: EntityManager, vendorId: string): Promise<string | null> {
    const { spendingLimit } = await within.findOneByOrFail(Vendor, { id: vendorId });
    return spendingLimit;
  }

  /**
   * The vendor of a ticket or equipment after a change: one that is new there is checked, and what moves leaves a vendor that
   * does not serve the new location, unless the change names one. @throws Problem 400 on `vendorId`
   */
  async vendorAfter(
    within: EntityManager,
    before: { locationId: string; vendorId: string | null },
    {
      locationId = before.locationId,
      vendorId,
    }: {
      locationId?: string | undefined;
      vendorId?: string | null | undefined;
    },
  ): Promise<string | null> {
    const isMoved = locationId !== before.locationId;
    const after = vendorId === undefined ? before.vendorId : vendorId;
    if (after === null || (!isMoved && after === before.vendorId)) return after;
    if (vendorId !== undefined) {
      await this.requireVendor(within, locationId, after);
      return after;
    }
    const isServed = sql`v.id = ${after} AND ${servedAt(locationId)}`;
    const vendor = within.createQueryBuilder(Vendor, 'v').where(...isServed.toCondition());
    return (await vendor.getExists()) ? after : null;
  }

  /**
   * The project is visible, or the task has it already. Locks it, and the project the task leaves, until the transaction
   * ends, because their totals will change. Always locks in the same order to avoid deadlocks.
   * @throws Problem 400 on `projectId`
   */
  async requireProject(
    within: EntityManager,
    principal: Principal,
    projectId: string,
    before: string | null = null,
  ): Promise<void> {
    const isAllowed = sql`
      (p.id = ${projectId} AND p.removed_at IS NULL
        AND (p.id = ${before} OR ${locationListedTo(principal, sql`p.location_id`)}))
      OR (p.id = ${before} AND p.id <> ${projectId})`;
    const found = await within
      .createQueryBuilder(Project, 'p')
      .select('p.id')
      .where(...isAllowed.toCondition())
      .orderBy('p.id')
      .setLock('for_no_key_update')
      .getMany();
    if (!found.some(({ id }) => id === projectId)) {
      throw badRequest({ projectId: ['There is no such project.'] });
    }
  }

  /**
   * Checks the location and the assignee of a body, if they differ from those before: an unchanged reference is always
   * allowed. @throws Problem 400
   */
  async requireReferences(
    within: EntityManager,
    principal: Principal,
    { locationId, assignedTo = null }: References,
    before: References = {},
  ): Promise<void> {
    if (locationId !== undefined && locationId !== before.locationId) {
      await this.requireLocation(within, principal, locationId);
    }
    if (assignedTo !== null && assignedTo !== before.assignedTo) {
      await this.requireAssignee(within, principal, assignedTo);
    }
  }
}
