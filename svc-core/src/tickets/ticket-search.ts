import { containing } from '../database/like.ts';
import { type Sql, sql } from '../database/sql.ts';

/** Above this many matches, scan in list order instead of sorting: a scan then finds a page of matches soon. */
export const MANY = 10_000;

/** Matches are counted up to this number, which means that many or more. */
export const COUNTED_AT_MOST = 1000;

export interface TicketSearch {
  /** Condition on a ticket `t` that can use the indexes on title and location. */
  matches: Sql;
  /** The same condition in a form that uses no index, for a scan in list order when most tickets match. */
  walked: Sql;
  /** The same condition in a form for which the planner can estimate the number of matches. */
  counted: Sql;
  /**
   * A query for WITH: `found` has the matching tickets with the columns that lists filter and sort by, limited to
   * {@link MANY}.
   */
  candidates: Sql;
}

/** The number in a search such as `#1042`, which finds exactly that ticket; undefined for any other text. */
export function ticketNumberIn(text: string | undefined): number | undefined {
  const digits = /^#([1-9]\d{0,14})$/.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const columns = sql`t.id, t.created_at, t.location_id, t.assigned_to, t.status, t.priority, t.ticket_type`;

/**
 * Search for a text in the title or the location's name, case-insensitive.
 * @param fragments three-character parts of the text, in order, for the trigram index to look up instead of the whole
 * text: each further trigram means reading another list of tickets. Empty when the text has no trigram.
 */
export function searchFor(text: string, fragments: readonly string[]): TicketSearch {
  const pattern = containing(text);
  const indexed =
    fragments.length > 0
      ? sql`t.title ILIKE ${containing(...fragments)}`
      : sql`core.short_grams(t.title) @> core.short_grams(${text})`;
  const titled = sql`(${indexed} AND t.title || '' ILIKE ${pattern})`;
  // The locations are read first, as an array, so that both conditions can use an index.
  const placed = sql`t.location_id = ANY (ARRAY(SELECT id FROM core.locations WHERE name ILIKE ${pattern}))`;
  return {
    matches: sql`(${titled} OR ${placed})`,
    walked: sql`(t.title || '' ILIKE ${pattern} OR ${placed})`,
    counted: sql`(t.title ILIKE ${pattern} OR ${placed})`,
    candidates: sql`found AS MATERIALIZED (
      (SELECT ${columns} FROM core.tickets t WHERE ${titled} LIMIT ${MANY})
      UNION ALL
      (SELECT ${columns} FROM core.locations l
       CROSS JOIN LATERAL (SELECT * FROM core.tickets WHERE location_id = l.id LIMIT ${MANY}) AS t
       WHERE l.name ILIKE ${pattern} AND t.title NOT ILIKE ${pattern} LIMIT ${MANY}))`,
  };
}
