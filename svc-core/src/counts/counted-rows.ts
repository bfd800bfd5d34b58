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
  const sum = (from: Sql, where: Sql): Sql => sql`
    SELECT coalesce(sum(c.count), 0)::int FROM ${from}
    WHERE c.entity = '${literal(table)}' AND ${all([where, ...conditions])}`;
  const counts = sql`core.row_counts c`;
  if (locationId !== undefined) {
    return sum(counts, sql`c.location_id = ${locationId} AND ${seesLocation(principal, sql`c.location_id`)}`);
  }
  if (principal.role !== 'admin') return sum(counts, seesLocation(principal, sql`c.location_id`));
  // What is left of removed locations is counted with the others until it is gone.
  const left = sum(
    sql`core.locations l JOIN ${counts} ON c.location_id = l.id`,
    sql`l.removed_at IS NOT NULL`,
  );
  return sql`SELECT (${sum(counts, sql`c.location_id IS NULL`)}) - (${left})`;
}
