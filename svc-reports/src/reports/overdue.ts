import { z } from 'zod';
import { factOf, groupColumns, isOf, type Question, rowsOf, scopeOf } from './question.ts';

export const overdueRow = z.object({
  ...groupColumns,
  n: z.int(),
  overdue: z.int(),
  atRisk: z.int(),
  paused: z.int(),
  oldestHours: z.number().nullable(),
});

const late = 'count(*) FILTER (WHERE is_overdue)';
const figures = {
  n: 'count(*)::int',
  overdue: `${late}::int`,
  atRisk: 'count(*) FILTER (WHERE is_at_risk)::int',
  paused: 'count(*) FILTER (WHERE is_paused)::int',
  oldestHours: 'round(extract(epoch FROM now() - min(due_at) FILTER (WHERE is_overdue)) / 3600, 1)::float8',
};

/**
 * What is late now: open tickets of stores that are not archived, by due date, which an index has. `oldestHours`: the
 * latest one.
 */
export const overdue: Question = (grouping, stores, listed) => {
  const { g, join } = factOf(grouping, { at: { moment: 'now()' }, equipmentId: 't.equipment_id' });
  return `
  WITH ${scopeOf(stores, false)}, deadlines AS (
    SELECT ticket_id, is_paused, nullif(order_due_at, 'infinity') AS due_at, at_risk_at FROM core.ticket_deadlines
    WHERE order_due_at IS NOT NULL
  ), facts AS (
    SELECT ${g}, d.due_at, coalesce(d.is_paused, false) AS is_paused,
      NOT d.is_paused AND d.due_at <= now() AS is_overdue,
      NOT d.is_paused AND d.at_risk_at <= now() AND d.due_at > now() AS is_at_risk
    FROM core.tickets t JOIN scope s ON s.id = t.location_id AND NOT s.archived
      LEFT JOIN deadlines d ON d.ticket_id = t.id ${join}
    WHERE ${isOf(stores, 't')} AND t.status IN ('incoming', 'in_progress')
  )
  ${rowsOf({ grouping, worst: late, figures, listed })} ORDER BY place`;
};
