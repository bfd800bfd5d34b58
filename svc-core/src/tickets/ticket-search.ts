import { containing } from '../database/like.ts';
import { type Sql, sql } from '../database/sql.ts';

/** Finds more than this are not collected to be sorted: that many are soon met on a walk through all tickets. */
export const MANY = 10_000;

/** Three letters or digits in a row make a trigram; signs make none. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

export interface TicketSearch {
  /** The condition on a ticket `t`, which indexes on title and location serve. */
  matches: Sql;
  /** The same condition in words no index knows, for a walk in the order of the list: most tickets match. */
  walked: Sql;
  /** Queries for WITH: `found` are the ids of the matching tickets, or {@link MANY} of them or more. */
  candidates: Sql;
}

/** Tickets with a text in their title or in their location's name, in any case. */
export function searchFor(text: string): TicketSearch {
  const pattern = containing(text);
  const titled = hasTrigram(text)
    ? sql`t.title ILIKE ${pattern}`
    : sql`(core.short_grams(t.title) @> core.short_grams(${text}) AND t.title ILIKE ${pattern})`;
  // The locations come first, as an array, so that both halves can use an index.
  const placed = sql`t.location_id = ANY (ARRAY(SELECT id FROM core.locations WHERE name ILIKE ${pattern}))`;
  return {
    matches: sql`(${titled} OR ${placed})`,
    walked: sql`(t.title || '' ILIKE ${pattern} OR ${placed})`,
    candidates: sql`found AS MATERIALIZED (
      (SELECT t.id FROM core.tickets t WHERE ${titled} LIMIT ${MANY})
      UNION
      (SELECT t.id FROM core.locations l
       CROSS JOIN LATERAL (SELECT id FROM core.tickets WHERE location_id = l.id LIMIT ${MANY}) AS t
       WHERE l.name ILIKE ${pattern} LIMIT ${MANY}))`,
  };
}
