import { z } from 'zod';
import {
  byEquipment,
  equipmentColumns,
  type Grouping,
  groupColumns,
  grouped,
  groupedBy,
  isWithin,
  keyOf,
  MOST_EQUIPMENT,
  ofEquipment,
  ofNone,
  percent,
  visible,
} from './question.ts';

export const repeatsRow = z.object({
  ...groupColumns,
  ...equipmentColumns,
  n: z.int(),
  repeats: z.int(),
  share: z.number().nullable(),
});

const repeated = 'count(*) FILTER (WHERE is_repeat)';
const figures = `count(*)::int AS n, ${repeated}::int AS repeats, ${percent(repeated, 'count(*)')} AS share`;

/** Where it keeps breaking: tickets of the period, and those within 30 days after one of the same equipment. */
export const repeats = (grouping: Grouping): string => `
  WITH ${visible}, facts AS (
    SELECT ${keyOf(grouping, 't.created_at')}, s.archived, t.equipment_id, t.repeat_of IS NOT NULL AS is_repeat
    FROM core.tickets t JOIN scope s ON s.id = t.location_id LEFT JOIN equipment e ON e.id = t.equipment_id
    WHERE ${isWithin('t.created_at')}
  )
  SELECT ${groupedBy(grouping, repeated)}, ${ofNone}, ${figures} FROM facts ${grouped}
  UNION ALL (
    SELECT ${byEquipment(repeated)}, ${ofEquipment}, ${figures}
    FROM facts f JOIN equipment e ON e.id = f.equipment_id
    GROUP BY e.id, e.name, e.category, e.location_id, e.location HAVING bool_or(is_repeat)
    ORDER BY place LIMIT ${MOST_EQUIPMENT}
  ) ORDER BY place`;
