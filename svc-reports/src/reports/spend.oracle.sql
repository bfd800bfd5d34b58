-- The figures of spend.ts for each :key, told otherwise: sums in whole cents.
SELECT key, count(DISTINCT ticket_id)::int AS n, (sum(cents) / 100)::numeric(14, 2)::text AS total,
  (sum(cents * (kind = 'labor')::int) / 100)::numeric(14, 2)::text AS labor,
  (sum(cents * (kind = 'parts')::int) / 100)::numeric(14, 2)::text AS parts,
  (sum(cents * (kind = 'travel')::int) / 100)::numeric(14, 2)::text AS travel,
  (sum(cents * (kind = 'other')::int) / 100)::numeric(14, 2)::text AS other
FROM (
  SELECT (:key)::text AS key, c.ticket_id, c.kind, (c.amount * 100)::bigint::numeric AS cents
  FROM core.ticket_costs c
  JOIN core.tickets t ON t.id = c.ticket_id
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND e.removed_at IS NULL AND e.location_id = ANY ($1::uuid[])
  LEFT JOIN core.vendors v ON v.id = c.vendor_id AND (v.location_ids = '{}' OR v.location_ids && $1::uuid[])
  WHERE t.location_id = ANY ($1::uuid[]) AND c.incurred_on >= $2 AND c.incurred_on <= $3
) costs
GROUP BY key
