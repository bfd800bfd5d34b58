import type { Principal } from '@mainstay/service-kit';
import { z } from 'zod';
import { type Sql, sql } from '../database/sql.ts';
import { reference } from '../fields/reference.ts';

/** The list filter by assignee: the id of a user, `me`, or `none`. */
export const assignedToFilter = z
  .union([z.literal(['me', 'none']), reference], { error: 'Must be an id, me or none.' })
  .optional();

/**
 * The condition of {@link assignedToFilter} on `assigned_to` of rows at a location; none if the filter is absent. Open
 * work of somebody who is inactive, or without the store, counts as unassigned.
 */
export function assignedToCondition(
  { assignedTo, locationId, isOpen }: Record<'assignedTo' | 'locationId' | 'isOpen', Sql>,
  { userId }: Principal,
  filter: z.infer<typeof assignedToFilter>,
): Sql[] {
  if (filter === undefined) return [];
  if (filter !== 'none') return [sql`${assignedTo} = ${filter === 'me' ? userId : filter}`];
  // An array and a hashed list, each read once: the array lets an index find the tickets of those who may be concerned.
  return [
    sql`(${assignedTo} IS NULL OR ${isOpen}
      AND ${assignedTo} = ANY (ARRAY(SELECT id FROM auth.users WHERE NOT active OR role <> 'admin'))
      AND (${assignedTo}, ${locationId}) NOT IN (
        SELECT m.manager_id, m.location_id FROM core.manager_assignments m JOIN auth.users u ON u.id = m.manager_id
        WHERE u.active))`,
  ];
}
