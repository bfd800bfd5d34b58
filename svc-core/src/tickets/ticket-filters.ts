import type { Principal } from '@mainstay/service-kit';
import { equipmentVisibleTo, vendorVisibleTo } from '../assignments/visibility-checks.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import type { ListTicketsQuery } from './tickets.schemas.ts';

/** Conditions on tickets `t` by what they cost, who repairs, and what is repaired. What is not visible matches nothing. */
export const ofSpending = (
  principal: Principal,
  { vendorId, approval, category, repeat, hasCosts, responded }: ListTicketsQuery,
): Sql[] => [
  ...when(
    vendorId,
    sql`t.vendor_id = (SELECT v.id FROM core.vendors v WHERE v.id = ${vendorId} AND ${vendorVisibleTo(principal)})`,
  ),
  // Part of the text, so that the index on those that need one is used.
  ...when(approval, sql`t.approval = '${literal(approval ?? '')}'`),
  ...when(
    category,
    sql`t.equipment_id IN (
      SELECT e.id FROM core.equipment e WHERE e.category = ${category} AND ${equipmentVisibleTo(principal)})`,
  ),
  ...when(repeat, sql`t.repeat_of IS NOT NULL`),
  ...when(hasCosts, sql`EXISTS (SELECT FROM core.ticket_costs c WHERE c.ticket_id = t.id)`),
  ...when(responded, sql`t.responded_at IS NOT NULL`),
];

const zone = sql`(SELECT l.timezone FROM core.locations l WHERE l.id = t.location_id)`;

/** No zone is more than a day from UTC: the first comparison can use an index. */
const since = (column: Sql, day: string | undefined): Sql => sql`
  (${column} >= (${day}::date - 1)::timestamp AT TIME ZONE 'UTC'
    AND ${column} >= ${day}::date::timestamp AT TIME ZONE ${zone})`;
const until = (column: Sql, day: string | undefined): Sql => sql`
  (${column} < (${day}::date + 2)::timestamp AT TIME ZONE 'UTC'
    AND ${column} < (${day}::date + 1)::timestamp AT TIME ZONE ${zone})`;

/** Conditions on tickets `t` by days in the time zones of their locations. */
export const ofDays = ({ createdFrom, createdTo, completedFrom, completedTo }: ListTicketsQuery): Sql[] => [
  ...when(createdFrom, since(sql`t.created_at`, createdFrom)),
  ...when(createdTo, until(sql`t.created_at`, createdTo)),
  ...when(completedFrom, since(sql`t.completed_at`, completedFrom)),
  ...when(completedTo, until(sql`t.completed_at`, completedTo)),
];

const when = (asked: string | undefined, condition: Sql): Sql[] => (asked === undefined ? [] : [condition]);
