import { choice, idSchema, instant } from '@mainstay/service-kit';
import { z } from 'zod';
import { literal, type Sql, sql } from '../database/sql.ts';
import { changedAt } from './changed-at.ts';

/** What a list asks for: changes since a moment, the longest unchanged first, these of its items. */
export interface Changed {
  updatedSince?: string | undefined;
  sort?: string | undefined;
  ids?: string[] | undefined;
}

export const updatedSince = instant.optional().meta({
  description:
    'What changed at or after this moment. Ask for a minute more than you know: a change takes a moment.',
});
/** Query parameters of a list that says what changed. Stand beside `pageQuery`. */
export const changedQuery = {
  updatedSince,
  sort: choice(['updatedAt']).optional().meta({ description: '`updatedAt`: the longest unchanged first.' }),
};

interface Ordered extends Changed {
  cursor?: readonly string[] | undefined;
}

/** Sort keys of {@link oldestChangeFirst}. */
export const changedKeys = z.tuple([instant, idSchema]);

/**
 * For `refine` of a query: its cursor is one of its order.
 * @param keys how many sort keys the other order has
 */
export const fitsCursor = (
  keys: number,
): [check: (query: Ordered) => boolean, options: { error: string; path: string[] }] => [
  ({ sort, cursor }) =>
    !cursor || (sort === undefined ? cursor.length === keys : changedKeys.safeParse(cursor).success),
  { error: 'Must be a cursor from the Link header of this list.', path: ['cursor'] },
];

/** The order of `sort=updatedAt`. */
export const oldestChangeFirst = (alias: string, own?: string) => ({
  sort: [changedAt(alias, own), literal(`${alias}.id`)],
  direction: 'ASC' as const,
  keysOf: ({ updatedAt, id }: { updatedAt: string; id: string }) => [updatedAt, id],
});

/** The conditions of a list that asks for changes or ids; a range, of which a prepared plan expects few rows. */
export const ofChanged = (alias: string, { updatedSince: since, ids }: Changed, own?: string): Sql[] => [
  ...(since === undefined ? [] : [sql`${changedAt(alias, own)} BETWEEN ${since} AND 'infinity'`]),
  ...(ids === undefined ? [] : [sql`${literal(`${alias}.id`)} = ANY (${ids})`]),
];
