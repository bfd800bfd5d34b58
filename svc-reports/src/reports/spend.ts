import { z } from 'zod';
import {
  byEquipment,
  equipmentColumns,
  type Grouping,
  groupColumns,
  grouped,
  groupedBy,
  keyOf,
  MOST_EQUIPMENT,
  ofEquipment,
  ofNone,
  percent,
  visible,
} from './question.ts';

export const spendRow = z.object({
  ...groupColumns,
  ...equipmentColumns,
  n: z.int(),
  total: z.string(),
  labor: z.string(),
  parts: z.string(),
  travel: z.string(),
  other: z.string(),
  replacementCost: z.string().nullable(),
  shareOfReplacement: z.number().nullable(),
});

const sumOf = (kind: string): string =>
  `coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0.00) AS ${kind}`;
const figures = `
  count(DISTINCT ticket_id)::int AS n, coalesce(sum(amount), 0.00) AS total,
  ${['labor', 'parts', 'travel', 'other'].map(sumOf).join(', ')}`;

/** What it costs: the costs incurred in the period. `n` counts tickets. */
export const spend = (grouping: Grouping): string => `
  WITH ${visible}, vendors AS (
    SELECT v.id, v.name FROM core.vendors v WHERE v.id IN (SELECT id FROM core.visible_vendors($1))
  ), facts AS (
    SELECT ${grouping === 'month' ? 'to_char(c.incurred_on, \'YYYY-MM\') COLLATE "C" AS key, NULL AS label' : keyOf(grouping, '')},
      s.archived, t.equipment_id, c.ticket_id, c.kind, c.amount
    FROM core.ticket_costs c JOIN core.tickets t ON t.id = c.ticket_id JOIN scope s ON s.id = t.location_id
      LEFT JOIN equipment e ON e.id = t.equipment_id LEFT JOIN vendors v ON v.id = c.vendor_id
    WHERE c.incurred_on BETWEEN $3::date AND $4::date
  )
  SELECT ${groupedBy(grouping, 'sum(amount)')}, ${ofNone}, ${figures}, NULL::numeric AS "replacementCost",
    NULL::float8 AS "shareOfReplacement"
  FROM facts ${grouped}
  UNION ALL (
    SELECT ${byEquipment('sum(amount)')}, ${ofEquipment}, ${figures}, e.replacement_cost,
      ${percent('sum(amount)', 'e.replacement_cost')}
    FROM facts f JOIN equipment e ON e.id = f.equipment_id
    GROUP BY e.id, e.name, e.category, e.location_id, e.location, e.replacement_cost
    ORDER BY place LIMIT ${MOST_EQUIPMENT}
  ) ORDER BY place`;
