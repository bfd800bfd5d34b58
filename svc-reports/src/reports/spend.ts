import { z } from 'zod';
import {
  columnsOf,
  equipmentColumns,
  factOf,
  groupColumns,
  isOf,
  ofNone,
  percent,
  type Question,
  rowsOf,
  rowsOfEquipment,
  scopeOf,
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

/** The ticket of each cost `c`: looked up one by one, because those of a period are few of all. */
const eachTicket = `CROSS JOIN LATERAL (
    SELECT o.location_id, o.equipment_id FROM core.tickets o WHERE o.id = c.ticket_id LIMIT 1
  ) t`;

const sumOf = (kind: string): string => `coalesce(sum(amount) FILTER (WHERE kind = '${kind}'), 0.00)`;
const figures = {
  n: 'count(DISTINCT ticket_id)::int',
  total: 'coalesce(sum(amount), 0.00)',
  labor: sumOf('labor'),
  parts: sumOf('parts'),
  travel: sumOf('travel'),
  other: sumOf('other'),
};
const withoutReplacement = ['NULL::numeric AS "replacementCost"', 'NULL::float8 AS "shareOfReplacement"'];
const worst = 'sum(amount)';
const spent = `
  SELECT equipment_id, ${worst} AS worst, count(*) AS facts, ${columnsOf(figures)} FROM facts GROUP BY equipment_id`;

/** What it costs: the costs incurred in the period. `n` counts tickets. */
export const spend: Question = (grouping, stores, listed) => {
  const { g, join } = factOf(grouping, {
    at: { day: 'c.incurred_on' },
    equipmentId: 't.equipment_id',
    vendorId: 'c.vendor_id',
  });
  return `
  WITH ${scopeOf(stores)}, facts AS MATERIALIZED (
    SELECT ${g}, t.equipment_id, c.ticket_id, c.kind, c.amount
    FROM core.ticket_costs c ${stores ? 'JOIN core.tickets t ON t.id = c.ticket_id' : eachTicket}
      JOIN scope s ON s.id = t.location_id ${join}
    WHERE ${isOf(stores, 't')} AND c.incurred_on BETWEEN $3::date AND $4::date
  )
  ${rowsOf({ grouping, worst, figures, listed, before: ofNone, after: withoutReplacement })}
  UNION ALL ${rowsOfEquipment(spent, figures, [
    'e.replacement_cost',
    percent('f.worst', 'e.replacement_cost'),
  ])} ORDER BY place`;
};
