import type { Principal } from '@mainstay/service-kit';
import { z } from 'zod';
import { type Sql, sql } from '../database/sql.ts';
import { reference } from './reference.ts';

/** The list filter by assignee: the id of a user, `me`, or `none`. */
export const assignedToFilter = z
  .union([z.literal(['me', 'none']), reference], { error: 'Must be an id, me or none.' })
  .optional();

/** The condition of {@link assignedToFilter} on a column; none if the filter is absent. */
export function assignedToCondition(
  column: Sql,
  { userId }: Principal,
  filter: z.infer<typeof assignedToFilter>,
): Sql[] {
  if (filter === undefined) return [];
  return [filter === 'none' ? sql`${column} IS NULL` : sql`${column} = ${filter === 'me' ? userId : filter}`];
}
