import { z } from 'zod';
import {
  type Grouping,
  groupColumns,
  grouped,
  groupedBy,
  isWithin,
  keyOf,
  percent,
  visible,
} from './question.ts';

const hours = z.number().nullable();
export const speedRow = z.object({
  ...groupColumns,
  respondN: z.int(),
  respondMean: hours,
  respondMedian: hours,
  respondP90: hours,
  fixN: z.int(),
  fixMean: hours,
  fixMedian: hours,
  fixP90: hours,
  dueN: z.int(),
  met: z.int(),
  share: z.number().nullable(),
});

/** Fewer tickets say nothing about how long it takes. */
const LEAST = 10;

/** Both at once, because the list is sorted once then. */
const quantiles = (isFix: boolean): string =>
  `(percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY hours) FILTER (WHERE is_fix = ${isFix}))`;

const figuresOf = (name: string, isFix: boolean): string => {
  const ofStep = `FILTER (WHERE is_fix = ${isFix})`;
  const rounded = (figure: string, what: string): string =>
    `CASE WHEN count(*) ${ofStep} >= ${LEAST} THEN round((${figure})::numeric, 1)::float8 END AS "${name}${what}"`;
  return [
    `count(*) ${ofStep}::int AS "${name}N"`,
    rounded(`avg(hours) ${ofStep}`, 'Mean'),
    rounded(`${quantiles(isFix)}[1]`, 'Median'),
    rounded(`${quantiles(isFix)}[2]`, 'P90'),
  ].join(', ');
};

const factsOf = (grouping: Grouping, isFix: boolean): string => {
  const moment = isFix ? 't.completed_at' : 't.responded_at';
  return `
  SELECT ${keyOf(grouping, moment)}, s.archived, t.id, ${isFix} AS is_fix, t.created_at, ${moment} AS moment
  FROM core.tickets t JOIN scope s ON s.id = t.location_id LEFT JOIN equipment e ON e.id = t.equipment_id
  WHERE ${isWithin(moment)}`;
};

const wasMet = 'is_fix AND moment <= due_at';
const hadDue = 'is_fix AND due_at IS NOT NULL';

/**
 * Whether it gets faster: hours until somebody responded, by `responded_at`, and until it was fixed, by `completed_at`,
 * without pauses and without the time that a reopened ticket was solved.
 */
export const speed = (grouping: Grouping): string => `
  WITH ${visible}, moments AS MATERIALIZED (
    ${factsOf(grouping, false)} UNION ALL ${factsOf(grouping, true)}
  ), stopped AS (
    SELECT m.id, m.is_fix, sum(date_part('epoch', least(p.ended_at, p.until, m.moment) - p.since)) AS seconds
    FROM moments m JOIN core.ticket_stops p ON p.ticket_id = m.id AND p.since < m.moment GROUP BY m.id, m.is_fix
  ), facts AS (
    SELECT m.*, d.due_at, (date_part('epoch', m.moment - m.created_at) - coalesce(x.seconds, 0)) / 3600 AS hours
    FROM moments m LEFT JOIN stopped x ON x.id = m.id AND x.is_fix = m.is_fix
      LEFT JOIN core.ticket_deadlines d ON d.ticket_id = m.id
  )
  SELECT ${groupedBy(grouping, `${quantiles(true)}[1]`)}, ${figuresOf('respond', false)}, ${figuresOf('fix', true)},
    count(*) FILTER (WHERE ${hadDue})::int AS "dueN", count(*) FILTER (WHERE ${wasMet})::int AS met,
    ${percent(`count(*) FILTER (WHERE ${wasMet})`, `count(*) FILTER (WHERE ${hadDue})`)} AS share
  FROM facts ${grouped} ORDER BY place`;
