-- The figures of overdue.ts for each :key, told otherwise: each ticket's state first.
SELECT key, count(*)::int AS n,
  count(*) FILTER (WHERE state = 'overdue')::int AS overdue,
  count(*) FILTER (WHERE state = 'at_risk')::int AS "atRisk",
  count(*) FILTER (WHERE state = 'paused')::int AS paused,
  round((max(extract(epoch FROM now() - due_at)) FILTER (WHERE state = 'overdue') / 3600)::numeric, 1)::float8 AS "oldestHours"
FROM (
  SELECT (:key)::text AS key, d.due_at,
    CASE WHEN d.is_paused THEN 'paused' WHEN d.due_at <= now() THEN 'overdue' WHEN d.at_risk_at <= now() THEN 'at_risk' END AS state
  FROM core.tickets t
  JOIN core.locations l ON l.id = t.location_id
  LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND e.removed_at IS NULL AND e.location_id = ANY ($1::uuid[])
  WHERE t.location_id = ANY ($1::uuid[]) AND l.archived_at IS NULL AND t.completed_at IS NULL
) open_tickets
GROUP BY key
