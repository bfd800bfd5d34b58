import type pg from 'pg';
import { atLeast, type Figure, none } from '../faults/fault.ts';

/** Compares the mentions in the feed with the inbox and its mails, once all changes have become items. */
export async function compareInbox(database: pg.Pool, afterXid: string): Promise<Figure[]> {
  const { rows: mentions } = await database.query<{ items: number }>(
    `SELECT count(i.id)::int AS items FROM auth.changes f
       JOIN core.comment_mentions m ON m.comment_id = f.entity_id
       LEFT JOIN notifications.inbox_items i
         ON i.comment_id = m.comment_id AND i.user_id = m.user_id AND i.kind = 'mentioned'
     WHERE f.entity = 'ticket_comment' AND f.action = 'create' AND f.xid > $1::xid8
     GROUP BY m.comment_id, m.user_id`,
    [afterXid],
  );
  const { rows: late } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications.deliveries
     WHERE state = 'failed' OR (state = 'waiting' AND due_at < now() - interval '1 minute')`,
  );
  return [
    atLeast('people mentioned', mentions.length, 5),
    none('mentions missing in the inbox', mentions.filter(({ items }) => items === 0).length),
    none('mentions that are there twice', mentions.filter(({ items }) => items > 1).length),
    none('mails failed or late', late[0]?.count ?? NaN),
  ];
}
