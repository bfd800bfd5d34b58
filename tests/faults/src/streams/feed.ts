import type pg from 'pg';
import type { Reader } from './reader.ts';
import { changeKey } from './reader.ts';
import type { Viewer } from './viewers.ts';

/** A change as the database has it. */
export interface FeedRow {
  entity: string;
  id: string;
  action: string;
  version: number | null;
  occurredAt: Date;
  /** The locations it belonged to before and after. */
  places: string[];
}

/** Where the feed ends now. */
export async function endOfFeed(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
  return rows[0]?.xid ?? '';
}

/** The changes after that, in no order. */
export async function readFeed(database: pg.Pool, afterXid: string): Promise<FeedRow[]> {
  const { rows } = await database.query<FeedRow>(
    `SELECT entity, entity_id AS id, action, version, occurred_at AS "occurredAt",
       array_remove(ARRAY[location_before, location_after], NULL)::text[] AS places
     FROM auth.changes WHERE xid > $1::xid8`,
    [afterXid],
  );
  return rows;
}

/** What of the feed a page lacks or should not have, and how late each change came, in milliseconds. */
export function compare(feed: readonly FeedRow[], { locationIds }: Viewer, { arrivals }: Reader) {
  const delays: number[] = [];
  let missing = 0;
  for (const { entity, id, action, version, occurredAt, places } of feed) {
    if (locationIds !== null && !places.some((place) => locationIds.includes(place))) continue;
    const arrived = arrivals.get(changeKey(entity, id, action, version));
    if (arrived === undefined) missing += 1;
    else delays.push(arrived - occurredAt.getTime());
  }
  return { delays, missing, foreign: arrivals.size - delays.length };
}
