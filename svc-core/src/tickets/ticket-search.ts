import { containing } from '../database/like.ts';
import { all, type Sql, sql } from '../database/sql.ts';

/** Finds more than this are not collected to be sorted: that many are soon met on a walk through all tickets. */
export const MANY = 10_000;

export interface TicketSearch {
  /** The condition on a ticket `t`, which indexes on title and location serve. */
  matches: Sql;
  /** The same condition in words no index knows, for a walk in the order of the list: most tickets match. */
  walked: Sql;
  /**
   * A query for WITH: `found` are the matching tickets with the columns that lists filter and sort by, or {@link MANY} of
   * them or more.
   */
  candidates: Sql;
}

const columns = sql`t.id, t.created_at, t.location_id, t.assigned_to, t.status, t.priority, t.ticket_type`;

/**
 * Tickets with a text in their title or in their location's name, in any case.
 * @param fragments three characters each of the text, which the trigram index is asked for instead of all of it: each
 *   trigram more is another list of all tickets that have it. None when the text has no trigram.
 */
export function searchFor(text: string, fragments: readonly string[]): TicketSearch {
  const pattern = containing(text);
  const indexed =
    fragments.length > 0
      ? all(fragments.map((fragment) => sql`t.title ILIKE ${containing(fragment)}`))
      : sql`core.short_grams(t.title) @> core.short_grams(${text})`;
  const titled = sql`(${indexed} AND t.title || '' ILIKE ${pattern})`;
  // The locations come first, as an array, so that both halves can use an index.
  const placed = sql`t.location_id = ANY (ARRAY(SELECT id FROM core.locations WHERE name ILIKE ${pattern}))`;
  return {
    matches: sql`(${titled} OR ${placed})`,
    walked: sql`(t.title || '' ILIKE ${pattern} OR ${placed})`,
    candidates: sql`found AS MATERIALIZED (
      (SELECT ${columns} FROM core.tickets t WHERE ${titled} LIMIT ${MANY})
      UNION ALL
      (SELECT ${columns} FROM core.locations l
       CROSS JOIN LATERAL (SELECT * FROM core.tickets WHERE location_id = l.id LIMIT ${MANY}) AS t
       WHERE l.name ILIKE ${pattern} AND t.title NOT ILIKE ${pattern} LIMIT ${MANY}))`,
  };
}
