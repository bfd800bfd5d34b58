import type { Principal } from '@mainstay/service-kit';
import { seesLocation } from '../assignments/sight.ts';
import { all, literal, type Sql, sql } from '../database/sql.ts';

interface Choice {
  /** Only at this location. */
  locationId?: string | undefined;
  /** On the counted columns, which are `c.status`, `c.priority`, `c.ticket_type` and `c.completed`. */
  conditions?: readonly Sql[];
}

/**
 * How many rows of a table the principal sees, read from the counts that the database keeps. Counts with null for the
 * location are over all of them.
 */
export function countedRows(
  table: 'tickets' | 'tasks' | 'recurring_tasks' | 'projects',
  principal: Principal,
  { locationId, conditions = [] }: Choice = {},
): Sql {
  const where =
    locationId !== undefined
      ? sql`c.location_id = ${locationId} AND ${seesLocation(principal, sql`c.location_id`)}`
      : principal.role === 'admin'
        ? sql`c.location_id IS NULL`
        : seesLocation(principal, sql`c.location_id`);
  return sql`
    SELECT coalesce(sum(c.count), 0)::int FROM core.row_counts c
    WHERE c.entity = '${literal(table)}' AND ${all([where, ...conditions])}`;
}
