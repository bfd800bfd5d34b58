import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { instant } from './fields.ts';
import { idSchema } from './id-param.ts';
import { decodeCursor, encodeCursor } from './page.ts';
import { selectRows } from './statements.ts';

/** A change of a row in any service, without contents: a row of auth.changes, whose migration says what is null. */
const changeRow = z.object({
  id: z.guid(),
  occurredAt: z.date(),
  /** Null for changes made by the system. */
  actorId: z.guid().nullable(),
  requestId: z.string().nullable(),
  action: z.enum(['create', 'update', 'delete']),
  /** For example ticket or recurring_task. */
  entity: z.string(),
  entityId: z.guid(),
  /** The names in the API of the fields that changed. */
  fields: z.array(z.string()),
  locationBefore: z.guid().nullable(),
  locationAfter: z.guid().nullable(),
  ticketId: z.guid().nullable(),
  assigneeBefore: z.guid().nullable(),
  assigneeAfter: z.guid().nullable(),
  /** The one in the ETag after the change; null after a deletion, and for rows without versions. */
  version: z.int().nullable(),
});
const numberedRow = changeRow.extend({ xid: z.string() });

export interface Change extends z.infer<typeof changeRow> {
  /** To continue after this change. */
  cursor: string;
}

export interface ChangesRead {
  /** In the order of their transactions; those of one transaction in the order in which they were written. */
  changes: Change[];
  /** To continue after all of them, and after every change that was not committed yet. */
  cursor: string;
  /**
   * False when there was no cursor, or when it is not one of this database's history: it is malformed, or the database
   * was restored since. Then reading starts now, and there are no changes.
   */
  isResumed: boolean;
}

const nowRow = z.object({
  system: z.string(),
  xid: z.string(),
  at: z.date(),
  isOfThisHistory: z.boolean().nullable(),
});

/**
 * The cluster's system identifier, the transaction and the id of the last change, and the time of the database when it
 * was read. No counter of transactions reaches 19 digits.
 */
const cursorSchema = z.tuple([z.string(), z.string().regex(/^\d{1,18}$/), idSchema, instant]);

/** Before all changes of a transaction. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** In seconds: clocks of servers that take over from each other differ by less. */
const CLOCK_TOLERANCE_S = 5;

/**
 * Reads the changes after a cursor: each committed one once, also when transactions commit in another order than they
 * began ([decision 35](../../../docs/decisions/0035-the-change-feed.md)). A change is held back until all transactions
 * that began before its own have ended. The caller polls; whoever writes what follows from the changes stores the
 * cursor in the same transaction, so that a crash neither loses nor repeats one.
 * @param on of a role that may read auth.changes; an EntityManager to read within its transaction
 * @param cursor of an earlier call; null to start now
 * @param limit maximum number of changes
 */
export async function readChanges(
  on: pg.Pool | EntityManager,
  cursor: string | null,
  limit = 500,
): Promise<ChangesRead> {
  const after = cursorSchema.safeParse(cursor === null ? null : decodeCursor(cursor)).data;
  const now = await readNow(on, after);
  const at = now.at.toISOString();
  const nowCursor = encodeCursor([now.system, now.xid, FIRST_ID, at]);
  if (after === undefined || now.isOfThisHistory !== true) {
    return { changes: [], cursor: nowCursor, isResumed: false };
  }
  const [, xid, id] = after;
  const rows = await selectRows(on, numberedRow, {
    name: 'read-changes',
    text: `SELECT xid::text, id, occurred_at AS "occurredAt", actor_id AS "actorId", request_id AS "requestId",
             action, entity, entity_id AS "entityId", to_json(fields) AS fields, location_before AS "locationBefore",
             location_after AS "locationAfter", ticket_id AS "ticketId", assignee_before AS "assigneeBefore",
             assignee_after AS "assigneeAfter", version
           FROM auth.changes
           WHERE (xid, id) > ($1::xid8, $2::uuid) AND xid < pg_snapshot_xmin(pg_current_snapshot())
           ORDER BY changes.xid, changes.id LIMIT $3`,
    values: [xid, id, limit],
  });
  const changes = rows.map(({ xid: changedIn, ...change }) => ({
    ...change,
    cursor: encodeCursor([now.system, changedIn, change.id, at]),
  }));
  // Without a change up to the second statement's snapshot, there is none up to the first one's.
  return { changes, cursor: changes.at(-1)?.cursor ?? nowCursor, isResumed: true };
}

/**
 * Negative when the first cursor is before the second, zero when both continue after the same change.
 * @throws Error for what is no cursor of {@link readChanges}
 */
export function compareCursors(a: string, b: string): number {
  if (a === b) return 0;
  const [, xidA, idA] = cursorSchema.parse(decodeCursor(a));
  const [, xidB, idB] = cursorSchema.parse(decodeCursor(b));
  if (xidA !== xidB) return BigInt(xidA) < BigInt(xidB) ? -1 : 1;
  // Both are lowercase: PostgreSQL writes them, and orders them by their bytes.
  return idA === idB ? 0 : idA < idB ? -1 : 1;
}

/**
 * Where a reader starts that has read nothing: before the first transaction that is still running. A cursor is not of
 * this history when another cluster issued it, when its transaction is still to come, or when a change before it
 * happened after it was issued: then the database was set back to an earlier time, and numbers transactions again.
 */
async function readNow(on: pg.Pool | EntityManager, after: z.infer<typeof cursorSchema> | undefined) {
  const [system = null, xid = null, id = null, at = null] = after ?? [];
  const [now] = await selectRows(on, nowRow, {
    name: 'read-change-feed-state',
    text: `SELECT system_identifier::text AS system, pg_snapshot_xmin(pg_current_snapshot())::text AS xid,
             clock_timestamp() AS at,
             system_identifier::text = $1 AND $2::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) AND coalesce((
               SELECT occurred_at <= $4::timestamptz + make_interval(secs => $5) FROM auth.changes
               WHERE (xid, id) <= ($2::xid8, $3::uuid) ORDER BY xid DESC, id DESC LIMIT 1
             ), true) AS "isOfThisHistory"
           FROM pg_control_system()`,
    values: [system, xid, id, at, CLOCK_TOLERANCE_S],
  });
  if (!now) throw new Error('pg_control_system() returned nothing');
  return now;
}
