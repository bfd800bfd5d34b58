-- The figures of repeats.ts for each :key, told otherwise: days as the store's calendar has them.
SELECT (:key)::text AS key, count(*)::int AS n, count(t.repeat_of)::int AS repeats,
  round(count(t.repeat_of) * 100.0 / count(*), 1)::float8 AS share
FROM core.tickets t
JOIN core.locations l ON l.id = t.location_id
LEFT JOIN core.equipment e ON e.id = t.equipment_id AND e.removed_at IS NULL AND e.location_id = ANY ($1::uuid[])
WHERE t.location_id = ANY ($1::uuid[]) AND (t.created_at AT TIME ZONE l.timezone)::date BETWEEN $2 AND $3
GROUP BY 1
