import { badRequest, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { sql } from '../database/sql.ts';
import { locationVisibleTo, userVisibleTo } from './visible-to.ts';

const locationRow = z.object({ isArchived: z.boolean() });

/** Entities that a ticket or task refers to. */
export interface References {
  locationId?: string | undefined;
  assignedTo?: string | null | undefined;
}

/**
 * Checks the location and the assignee in a body. An unknown and an invisible one give the same 400 on the field.
 */
@Injectable()
export class VisibilityChecks {
  constructor(private readonly database: Database) {}

  /**
   * The location exists, is visible, is not archived and remains until the transaction ends. In prepared SQL, because
   * each creation of a ticket runs it, and its throughput has a goal (docs/figures.md).
   * @throws Problem 400 on `locationId`
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
   * The user exists, is active and is visible, or is an administrator: those can open everything, and stand among the
   * people of every ticket.
   * @throws Problem 400 on `assignedTo`
   */
  async requireAssignee(within: EntityManager, principal: Principal, assignedTo: string): Promise<void> {
    const isVisible = sql`
      u.id = ${assignedTo} AND u.active AND (u.role = 'admin' OR ${userVisibleTo(principal, sql`u.id`)})`;
    const user = within.createQueryBuilder(User, 'u').where(...isVisible.toCondition());
    if (!(await user.getExists())) throw badRequest({ assignedTo: ['There is no such active employee.'] });
  }

  /**
   * Checks the location and the assignee of a body, if they differ from those before: an unchanged reference is always
   * allowed.
   * @throws Problem 400
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
