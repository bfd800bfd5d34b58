import { isDeepStrictEqual } from 'node:util';

/** Names of applied migrations by schema, oldest first. */
export type Migrations = Record<string, string[]>;

/**
 * Whether two systems have the same schemas. One that was upgraded has older migrations before the first of one that
 * began with a baseline, which stands for them (decision 64).
 */
export const areSameMigrations = (one: Migrations, other: Migrations): boolean =>
  isDeepStrictEqual(since(other, one), since(one, other));

/** Without what stands before the first that the other system has. */
const since = (other: Migrations, all: Migrations): Migrations =>
  Object.fromEntries(
    Object.entries(all).map(([schema, names]) => [
      schema,
      names.slice(Math.max(0, names.indexOf(other[schema]?.[0] ?? ''))),
    ]),
  );
