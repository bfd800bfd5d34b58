import { notFound, type Page, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { byName, search } from '../database/search.ts';
import { equalities, sql } from '../database/sql.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { byLastName } from '../lists/people-order.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import {
  type AssignedLocationResponse,
  assignedLocationResponse,
  type AssignLocationRequest,
  type AssignmentResponse,
  type ListAssignedLocationsQuery,
  type ListManagersQuery,
  type ManagerResponse,
  managerResponse,
} from './assignments.schemas.ts';
import { ManagerAssignment } from './manager-assignment.entity.ts';

const managerRow = managerResponse.extend(pageColumns);
const assignedLocationRow = assignedLocationResponse.extend(pageColumns);
const deletedRows = z.array(z.object({ version: z.int() }));

/** Reads and writes assignments. */
@Injectable()
export class AssignmentsRepository {
  constructor(private readonly database: Database) {}

  /** All employees of any role, by name. */
  listManagers(query: ListManagersQuery): Promise<Page<ManagerResponse>> {
    const { role, active, q } = query;
    const table = sql`auth.users u`;
    const conditions = [
      ...equalities([[sql`u.role`, role]]),
      ...(active === undefined ? [] : [sql`u.active = ${active}`]),
      ...search(q, [sql`u.first_name || ' ' || u.last_name`, sql`u.email`]),
    ];
    return readPage(this.database, {
      row: managerRow,
      alias: 'u',
      octets: {
        ofRow: sql`(SELECT coalesce(sum(octet_length(l.name) + 80), 0)::int FROM core.manager_assignments a JOIN core.locations l ON l.id = a.location_id WHERE a.manager_id = u.id AND l.archived_at IS NULL)`,
        areCostly: true,
      },
      columns: columnsOf(managerResponse, 'u', {
        locationCount: sql`assigned.count`,
        locations: sql`assigned.locations`,
      }),
      table,
      joins: sql`CROSS JOIN LATERAL (
        SELECT count(*)::int AS count,
          coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) ORDER BY ${byName(sql`l.name`)}, l.id), '[]') AS locations
        FROM core.manager_assignments a JOIN core.locations l ON l.id = a.location_id
        WHERE a.manager_id = u.id AND l.archived_at IS NULL) assigned`,
      conditions,
      total: countOf(table, conditions),
      ...byLastName('u'),
      query,
      toItem: ownFields,
    });
  }

  /** The locations assigned to a user, by store number. */
  listLocationsOf(
    { userId }: Principal,
    query: ListAssignedLocationsQuery,
  ): Promise<Page<AssignedLocationResponse>> {
    const table = sql`core.locations l`;
    const conditions = [
      sql`l.id IN (SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`,
      sql`l.archived_at IS NULL`,
    ];
    return readPage(this.database, {
      row: assignedLocationRow,
      alias: 'l',
      columns: columnsOf(assignedLocationResponse, 'l'),
      table,
      conditions,
      total: countOf(table, conditions),
      sort: [byName(sql`l.store_number`)],
      direction: 'ASC',
      query,
      toItem: ownFields,
      keysOf: ({ storeNumber }) => [storeNumber],
    });
  }

  userExists(within: EntityManager, id: string): Promise<boolean> {
    return within.existsBy(User, { id });
  }

  exists(within: EntityManager, assignment: AssignLocationRequest): Promise<boolean> {
    return within.existsBy(ManagerAssignment, assignment);
  }

  async insert(
    within: EntityManager,
    assignment: AssignLocationRequest,
  ): Promise<Versioned<AssignmentResponse>> {
    const { id, managerId, locationId, assignedAt, version } = await within.save(
      within.create(ManagerAssignment, assignment),
    );
    return { body: { id, managerId, locationId, assignedAt: assignedAt.toISOString() }, version };
  }

  /**
   * Removes the assignment and returns its version.
   * @throws Problem 404
   */
  async delete(within: EntityManager, { managerId, locationId }: AssignLocationRequest): Promise<number> {
    const result: { raw: unknown } = await within
      .createQueryBuilder()
      .delete()
      .from(ManagerAssignment)
      .where({ managerId, locationId })
      .returning('version')
      .execute();
    const [row] = deletedRows.parse(result.raw);
    if (!row) throw notFound();
    return row.version;
  }
}
