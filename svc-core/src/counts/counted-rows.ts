import type { Principal } from '@mainstay/service-kit';
import { all, literal, type Sql, sql } from '../database/sql.ts';
import { isOneOf, locationListedTo } from '../visibility/visible-to.ts';

interface Choice {
  /** Only rows of this location. */
  locationId?: string | undefined;
  /** On the counted columns `c.status`, `c.priority`, `c.ticket_type` and `c.completed`. */
  conditions?: readonly Sql[];
}

/**
 * SQL for the number of a table's rows visible to the principal, from the counts the database maintains. A count whose
 * location is null covers all locations.
 */
export function countedRows(
  table: 'tickets' | 'tasks' | 'recurring_tasks' | 'projects',
  principal: Principal,
  { locationId, conditions = [] }: Choice = {},
): Sql {
  const sum = (from: Sql, where: Sql): Sql => sql`
    SELECT coalesce(sum(c.count), 0)::int FROM ${from}
    WHERE c.entity = '${literal(table)}' AND ${all([where, ...conditions])}`;
  const counts = sql`core.row_counts c`;
  if (locationId !== undefined) {
    return sum(
      counts,
      sql`c.location_id = ${locationId} AND ${locationListedTo(principal, sql`c.location_id`)}`,
    );
  }
  if (principal.role !== 'admin')
    return sum(counts, isOneOf(sql`c.location_id`, locationListedTo(principal, sql`id`)));
  // Rows of archived locations, and of removed ones that are not deleted yet, are in the counts.
  const left = sum(
    sql`core.locations l JOIN ${counts} ON c.location_id = l.id`,
    sql`(l.removed_at IS NOT NULL OR l.archived_at IS NOT NULL)`,
  );
  return sql`SELECT (${sum(counts, sql`c.location_id IS NULL`)}) - (${left})`;
}
