import { choice, idSchema, instant } from '@mainstay/service-kit';
import { z } from 'zod';
import { literal, type Sql, sql } from '../database/sql.ts';

const MOST_IDS = 100;

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

/** Its query parameter for some of its items. */
export const idsFilter = z
  .string({ error: 'Must be given once, with commas between.' })
  .transform((text) => text.split(','))
  .pipe(z.array(idSchema).max(MOST_IDS, `At most ${MOST_IDS}.`))
  .optional()
  .meta({
    description: `At most ${MOST_IDS} ids with commas between: those of them that the list has, also at archived locations.`,
  });

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

/**
 * SQL of when a row changed, or something that its response shows.
 * @param own column of its own changes
 */
export const changedAt = (alias: string, own = 'updated_at'): Sql =>
  literal(`greatest(${alias}.${own}, ${alias}.shown_at)`);

/** The order of `sort=updatedAt`. */
export const oldestChangeFirst = (alias: string, own?: string) => ({
  sort: [changedAt(alias, own), literal(`${alias}.id`)],
  direction: 'ASC' as const,
  keysOf: ({ updatedAt, id }: { updatedAt: string; id: string }) => [updatedAt, id],
});

/** The conditions of a list that asks for changes or ids. */
export const ofChanged = (alias: string, { updatedSince: since, ids }: Changed, own?: string): Sql[] => [
  ...(since === undefined ? [] : [sql`${changedAt(alias, own)} >= ${since}`]),
  ...(ids === undefined ? [] : [sql`${literal(`${alias}.id`)} = ANY (${ids})`]),
];
