import { z } from 'zod';
import { type Grouping, groupColumns, grouped, groupedBy, keyOf, visible } from './question.ts';

export const overdueRow = z.object({
  ...groupColumns,
  n: z.int(),
  overdue: z.int(),
  atRisk: z.int(),
  paused: z.int(),
  oldestHours: z.number().nullable(),
});

/** What is late now: open tickets of stores that are not archived, by due date. `oldestHours`: the latest one. */
export const overdue = (grouping: Grouping): string => `
  WITH ${visible}, facts AS (
    SELECT ${keyOf(grouping, 't.created_at')}, s.archived, d.due_at, coalesce(d.is_paused, false) AS is_paused,
      NOT d.is_paused AND d.due_at <= now() AS is_overdue,
      NOT d.is_paused AND d.at_risk_at <= now() AND d.due_at > now() AS is_at_risk
    FROM core.tickets t JOIN scope s ON s.id = t.location_id AND NOT s.archived
      LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id LEFT JOIN equipment e ON e.id = t.equipment_id
    WHERE t.status <> 'solved'
  )
  SELECT ${groupedBy(grouping, 'count(*) FILTER (WHERE is_overdue)')}, count(*)::int AS n,
    count(*) FILTER (WHERE is_overdue)::int AS overdue, count(*) FILTER (WHERE is_at_risk)::int AS "atRisk",
    count(*) FILTER (WHERE is_paused)::int AS paused,
    round(extract(epoch FROM now() - min(due_at) FILTER (WHERE is_overdue)) / 3600, 1)::float8 AS "oldestHours"
  FROM facts ${grouped} ORDER BY place`;
