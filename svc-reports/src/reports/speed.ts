import { z } from 'zod';
import { factOf, groupColumns, isOf, isWithin, percent, type Question, rowsOf, scopeOf } from './question.ts';

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

const figuresOf = (name: string, isFix: boolean) => {
  const ofStep = `FILTER (WHERE is_fix = ${isFix})`;
  const rounded = (figure: string): string =>
    `CASE WHEN count(*) ${ofStep} >= ${LEAST} THEN round((${figure})::numeric, 1)::float8 END`;
  return {
    [`${name}N`]: `count(*) ${ofStep}::int`,
    [`${name}Mean`]: rounded(`avg(hours) ${ofStep}`),
    [`${name}Median`]: rounded(`${quantiles(isFix)}[1]`),
    [`${name}P90`]: rounded(`${quantiles(isFix)}[2]`),
  };
};

const due = 'count(*) FILTER (WHERE is_met IS NOT NULL)';
const met = 'count(*) FILTER (WHERE is_met)';
const figures = {
  ...figuresOf('respond', false),
  ...figuresOf('fix', true),
  dueN: `${due}::int`,
  met: `${met}::int`,
  share: percent(met, due),
};

/**
 * Whether it gets faster: hours until somebody responded, and until it was fixed, without pauses and without the time
 * that a reopened ticket was solved, which svc-core keeps. The version before this one computes them, and reads
 * responded_at and completed_at of core.tickets, and ticket_id, since, until and ended_at of core.ticket_stops.
 */
export const speed: Question = (grouping, stores, listed) => {
  const { g, join } = factOf(grouping, { at: { moment: 't.ended_at' }, equipmentId: 't.equipment_id' });
  return `
  WITH ${scopeOf(stores)}, facts AS (
    SELECT ${g}, t.is_fix, t.hours, t.is_met
    FROM core.ticket_durations t JOIN scope s ON s.id = t.location_id ${join}
    WHERE ${isOf(stores, 't')} AND ${isWithin('t.ended_at')}
  )
  ${rowsOf({ grouping, worst: `${quantiles(true)}[1]`, figures, listed, isEmpty: 'f."fixMedian" > 0 IS NOT TRUE' })} ORDER BY place`;
};
