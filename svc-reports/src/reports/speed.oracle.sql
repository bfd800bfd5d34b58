-- The figures of speed.ts for each :key, told otherwise: the counted time is what remains of a range beside the stops, and a
-- quantile is looked up in the sorted list.
WITH tickets AS (
  SELECT t.*, l.timezone, e.category, d.due_at AS due, coalesce((
    SELECT range_agg(tstzrange(p.since, least(p.ended_at, p.until))) FROM core.ticket_stops p
    WHERE p.ticket_id = t.id AND p.since < coalesce(least(p.ended_at, p.until), 'infinity')
  ), '{}') AS stops
  FROM core.tickets t
  JOIN core.locations l ON l.id = t.location_id
  LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND e.removed_at IS NULL AND e.location_id = ANY ($1::uuid[])
  WHERE t.location_id = ANY ($1::uuid[])
), ends AS (
  SELECT *, 'respond' AS step, responded_at AS ended FROM tickets UNION ALL SELECT *, 'fix', completed_at FROM tickets
), lasted AS (
  SELECT (:key)::text AS key, t.step, t.ended, t.due, (
    SELECT coalesce(sum(extract(epoch FROM upper(part) - lower(part))), 0) / 3600
    FROM unnest(tstzmultirange(tstzrange(t.created_at, t.ended)) - t.stops) part
  )::float8 AS hours
  FROM ends t WHERE (t.ended AT TIME ZONE t.timezone)::date BETWEEN $2 AND $3
), lists AS (
  SELECT key, step, count(*)::int AS n, array_agg(hours ORDER BY hours) AS hours, avg(hours) AS mean,
    count(due)::int AS due_n, count(*) FILTER (WHERE ended <= due)::int AS met
  FROM lasted GROUP BY key, step
)
SELECT key, step, n, due_n AS "dueN", met, round(met * 100.0 / nullif(due_n, 0), 1)::float8 AS share,
  CASE WHEN n >= 10 THEN round(mean::numeric, 1)::float8 END AS mean,
  CASE WHEN n >= 10 THEN round(((hours[(n + 1) / 2] + hours[n / 2 + 1]) / 2)::numeric, 1)::float8 END AS median,
  CASE WHEN n >= 10 THEN round((hours[1 + 9 * (n - 1) / 10] * (10 - 9 * (n - 1) % 10) / 10
    + hours[least(n, 2 + 9 * (n - 1) / 10)] * (9 * (n - 1) % 10) / 10)::numeric, 1)::float8 END AS p90
FROM lists
