import type { Principal } from '@mainstay/service-kit';
import { all, literal, type Sql, sql } from '../database/sql.ts';
import { equipmentVisibleTo, vendorVisibleTo } from '../visibility/visible-to.ts';
import type { ListTicketsQuery } from './tickets-query.ts';

/**
 * The ids of tickets whose vendor waits for somebody. Few at any time, and found by indexes of their own. A job before
 * one that was not withdrawn is over.
 */
export const withWaitingVendor = sql`
  SELECT j.ticket_id FROM core.vendor_jobs j
  WHERE (j.state IN ('declined', 'done')
      OR j.id IN (SELECT job_id FROM core.vendor_quotes WHERE state = 'open'))
    AND NOT EXISTS (
      SELECT FROM core.vendor_jobs o WHERE o.ticket_id = j.ticket_id AND o.id > j.id AND o.state <> 'withdrawn')`;

/** Conditions on tickets `t` by costs, who repairs, and what is repaired. What is not visible matches nothing. */
export const ofSpending = (
  principal: Principal,
  { vendorId, approval, vendorJob, category, repeat, responded }: ListTicketsQuery,
): Sql[] => [
  ...when(
    vendorId,
    sql`t.vendor_id = (SELECT v.id FROM core.vendors v WHERE v.id = ${vendorId} AND ${vendorVisibleTo(principal)})`,
  ),
  // Part of the text, so that the index on those that need one is used.
  ...when(approval, sql`t.approval = '${literal(approval ?? '')}'`),
  ...when(vendorJob, sql`t.id IN (${withWaitingVendor})`),
  ...when(category, ofCategory(principal, category)),
  ...when(repeat, sql`t.repeat_of IS NOT NULL`),
  ...when(responded, sql`t.responded_at IS NOT NULL`),
];

function ofCategory(principal: Principal, category: string | undefined): Sql {
  const asked = category === 'none' ? [] : [sql`e.category = ${category}`];
  const found = sql`
    t.equipment_id IN (SELECT e.id FROM core.equipment e WHERE ${all([...asked, equipmentVisibleTo(principal)])})`;
  return category === 'none' ? sql`(${found}) IS NOT TRUE` : found;
}

/** A condition on tickets `t`: there is a cost that fulfils all of what is asked of costs. */
export function ofCosts(
  principal: Principal,
  { hasCosts, costFrom, costTo, costVendorId }: ListTicketsQuery,
): Sql[] {
  const vendor = sql`
    (SELECT v.id FROM core.vendors v WHERE v.id = c.vendor_id AND ${vendorVisibleTo(principal)})`;
  const asked = [
    ...when(hasCosts, sql`TRUE`),
    ...when(costFrom, sql`c.incurred_on >= ${costFrom}`),
    ...when(costTo, sql`c.incurred_on <= ${costTo}`),
    ...when(
      costVendorId,
      costVendorId === 'none' ? sql`${vendor} IS NULL` : sql`${vendor} = ${costVendorId}`,
    ),
  ];
  return asked.length === 0
    ? []
    : [sql`EXISTS (SELECT FROM core.ticket_costs c WHERE c.ticket_id = t.id AND ${all(asked)})`];
}

const zone = sql`(SELECT l.timezone FROM core.locations l WHERE l.id = t.location_id)`;

/** No zone is more than a day from UTC: the first comparison can use an index. */
const since = (column: Sql, day: string | undefined): Sql => sql`
  (${column} >= (${day}::date - 1)::timestamp AT TIME ZONE 'UTC'
    AND ${column} >= ${day}::date::timestamp AT TIME ZONE ${zone})`;
const until = (column: Sql, day: string | undefined): Sql => sql`
  (${column} < (${day}::date + 2)::timestamp AT TIME ZONE 'UTC'
    AND ${column} < (${day}::date + 1)::timestamp AT TIME ZONE ${zone})`;

const MOMENTS = ['created', 'responded', 'completed'] as const;

/** Conditions on tickets `t` by days in the time zones of their locations. */
export const ofDays = (query: ListTicketsQuery): Sql[] =>
  MOMENTS.flatMap((moment) => {
    const column = literal(`t.${moment}_at`);
    const [from, to] = [query[`${moment}From`], query[`${moment}To`]];
    return [...when(from, since(column, from)), ...when(to, until(column, to))];
  });

/** Whether a list is about the past, of which archived locations stay a part. */
export const isOfPeriod = (query: ListTicketsQuery): boolean =>
  ([...MOMENTS, 'cost'] as const).some((moment) => query[`${moment}From`] ?? query[`${moment}To`]);

const when = (asked: string | undefined, condition: Sql): Sql[] => (asked === undefined ? [] : [condition]);
