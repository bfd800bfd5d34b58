import type { Principal } from '@mainstay/service-kit';
import { type Sql, sql } from '../database/sql.ts';

/** Whoever reads. */
export type Viewer = Pick<Principal, 'role' | 'userId'>;

// The functions core.visible_… publish these conditions to other services: a change here needs a migration.

/**
 * SQL condition that a column has the id of a location visible to the principal: for an administrator all except
 * removed ones, whose assignments are deleted on removal; for a district manager those assigned to them.
 */
export const locationVisibleTo = ({ role, userId }: Viewer, column: Sql): Sql =>
  role === 'admin'
    ? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL)`
    : sql`${column} IN (SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId})`;

/**
 * SQL condition as {@link locationVisibleTo}, without archived locations: for lists, counts, and what new rows may
 * refer to. What belongs to an archived one is read and changed by its id only.
 */
export const locationListedTo = (principal: Viewer, column: Sql): Sql =>
  principal.role === 'admin'
    ? sql`${column} NOT IN (SELECT id FROM core.locations WHERE removed_at IS NOT NULL OR archived_at IS NOT NULL)`
    : sql`(${locationVisibleTo(principal, column)}
        AND ${column} NOT IN (SELECT id FROM core.locations WHERE archived_at IS NOT NULL))`;

/** SQL condition that a column is the id of a location that fulfils another, which is read first: an index finds the rows. */
export const isOneOf = (column: Sql, condition: Sql): Sql =>
  sql`${column} = ANY (ARRAY(SELECT id FROM core.locations WHERE ${condition}))`;

/** SQL condition that equipment `e` is not removed, and its location visible to the principal. */
export const equipmentVisibleTo = (principal: Viewer): Sql =>
  sql`(e.removed_at IS NULL AND ${locationVisibleTo(principal, sql`e.location_id`)})`;

/** SQL condition that vendor `v` serves all locations, or one that is visible to the principal. */
export const vendorVisibleTo = ({ role, userId }: Viewer): Sql =>
  role === 'admin'
    ? sql`TRUE`
    : sql`(v.location_ids = '{}' OR v.location_ids && ARRAY(
        SELECT location_id FROM core.manager_assignments WHERE manager_id = ${userId}))`;

/**
 * SQL condition that a column has the id of a user visible to the principal: for an administrator all of them; for a
 * district manager themselves and users who share a location with them.
 */
export const userVisibleTo = ({ role, userId }: Viewer, column: Sql): Sql =>
  role === 'admin'
    ? sql`TRUE`
    : sql`(${column} = ${userId} OR ${column} IN (
        SELECT theirs.manager_id FROM core.manager_assignments mine
        JOIN core.manager_assignments theirs USING (location_id)
        WHERE mine.manager_id = ${userId}))`;

/**
 * SQL condition that a user `u` is active and can open the tickets of a location: every administrator, and the managers
 * to whom the location is assigned.
 */
export const canOpenTicketsAt = (locationId: Sql): Sql =>
  sql`u.active AND (u.role = 'admin' OR u.id IN (
    SELECT manager_id FROM core.manager_assignments WHERE location_id = ${locationId}))`;
