import { z } from 'zod';
import {
  columnsOf,
  equipmentColumns,
  factOf,
  groupColumns,
  isOf,
  isWithin,
  ofNone,
  percent,
  type Question,
  rowsOf,
  rowsOfEquipment,
  scopeOf,
} from './question.ts';

export const repeatsRow = z.object({
  ...groupColumns,
  ...equipmentColumns,
  n: z.int(),
  repeats: z.int(),
  share: z.number().nullable(),
});

const repeated = 'count(*) FILTER (WHERE is_repeat)';
const figures = { n: 'count(*)::int', repeats: `${repeated}::int`, share: percent(repeated, 'count(*)') };
const broken = `
  SELECT equipment_id, ${repeated} AS worst, count(*) AS facts, ${columnsOf(figures)}
  FROM facts GROUP BY equipment_id HAVING bool_or(is_repeat)`;

/** Where it keeps breaking: tickets of the period, and those within 30 days after one of the same equipment. */
export const repeats: Question = (grouping, stores, listed) => {
  const { g, join } = factOf(grouping, { at: { moment: 't.created_at' }, equipmentId: 't.equipment_id' });
  return `
  WITH ${scopeOf(stores)}, facts AS MATERIALIZED (
    SELECT ${g}, t.equipment_id, t.repeat_of IS NOT NULL AS is_repeat
    FROM core.tickets t JOIN scope s ON s.id = t.location_id ${join}
    WHERE ${isOf(stores, 't')} AND ${isWithin('t.created_at')}
  )
  ${rowsOf({ grouping, worst: repeated, figures, listed, before: ofNone })} UNION ALL ${rowsOfEquipment(broken, figures)} ORDER BY place`;
};
