import { badRequest, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { answeredId } from '../fields/reference.ts';

/**
 * The condition that a column holds the id of a location the principal sees: an administrator all but the removed ones,
 * which lose their assignments when they are removed, a district manager those assigned to them.
 */
export const seesLocation = ({ role, userId }: Principal, column: Sql): Sql =>
  role === 'admin'
    ? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL)`
    : sql`${column} IN (SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`;

/**
 * The condition that a column holds the id of a user the principal sees: an administrator all of them, a district
 * manager themselves and those who share a location with them.
 */
export const seesUser = ({ role, userId }: Principal, column: Sql): Sql =>
  role === 'admin'
    ? sql`TRUE`
    : sql`(${column} = ${userId} OR ${column} IN (
        SELECT theirs.manager_id FROM core.manager_assignments mine
        JOIN core.manager_assignments theirs USING (location_id)
        WHERE mine.manager_id = ${userId}))`;

const projectRow = z.object({ id: answeredId });

/** What a thing refers to. */
interface References {
  locationId: string;
  assignedTo: string | null;
}

/**
 * Checks what a body refers to. A missing and an invisible one give the same 400 on the field. In SQL, prepared: each creation of
 * a ticket asks them, and its throughput has a goal (docs/performance-figures.md).
 */
@Injectable()
export class Sight {
  constructor(private readonly database: Database) {}

  /** The location exists and is in sight, and stays until the transaction ends. @throws Problem 400 on `locationId` */
  async requireLocation(within: EntityManager, principal: Principal, locationId: string): Promise<void> {
    const found = await this.database.run(
      sql`SELECT FROM core.locations
          WHERE id = ${locationId} AND removed_at IS NULL AND ${seesLocation(principal, sql`id`)} FOR KEY SHARE`,
      { within, prepare: true },
    );
    if (found === 0) throw badRequest({ locationId: ['There is no such location.'] });
  }

  /** The user exists, is active and is in sight. @throws Problem 400 on `assignedTo` */
  async requireAssignee(within: EntityManager, principal: Principal, assignedTo: string): Promise<void> {
    const found = await this.database.run(
      sql`SELECT FROM auth.users
          WHERE id = ${assignedTo} AND active AND ${seesUser(principal, sql`id`)}`,
      { within, prepare: true },
    );
    if (found === 0) throw badRequest({ assignedTo: ['There is no such active employee.'] });
  }

  /**
   * The project is in sight. It and the one the task leaves stay as they are until the transaction ends: their totals
   * are about to follow. Everybody takes them in the same order.
   * @throws Problem 400 on `projectId`
   */
  async requireProject(
    within: EntityManager,
    principal: Principal,
    projectId: string,
    leaving: string | null = null,
  ): Promise<void> {
    const found = await this.database.rows(
      projectRow,
      sql`SELECT id FROM core.projects
          WHERE (id = ${projectId} AND ${seesLocation(principal, sql`location_id`)}) OR id = ${leaving}
          ORDER BY id FOR NO KEY UPDATE`,
      { within },
    );
    if (!found.some(({ id }) => id === projectId)) {
      throw badRequest({ projectId: ['There is no such project.'] });
    }
  }

  /** Checks those references that a change makes different. What a thing has already, it may keep. @throws Problem 400 */
  async requireChanged(
    within: EntityManager,
    principal: Principal,
    before: References,
    { locationId = before.locationId, assignedTo = before.assignedTo }: Partial<References>,
  ): Promise<void> {
    if (locationId !== before.locationId) await this.requireLocation(within, principal, locationId);
    if (assignedTo !== null && assignedTo !== before.assignedTo) {
      await this.requireAssignee(within, principal, assignedTo);
    }
  }
}
