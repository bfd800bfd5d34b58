import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Mail } from './mail-server.ts';

/** Longer than the lease of a process that was killed. */
const LONGEST_MS = 180_000;

/**
 * Lets a day pass for mails about tickets: those that wait are due, and neither the pause of a ticket nor the number of a
 * day's mails holds them back. Rows that a sender has locked are left for the next time.
 */
export async function passDay(database: pg.Pool): Promise<void> {
  for (const [change, state] of [
    [`ended_at = ended_at - interval '1 day'`, 'sent'],
    ['due_at = least(due_at, now()), retry_at = NULL', 'waiting'],
  ]) {
    await database.query(
      `UPDATE notifications.deliveries SET ${change} WHERE id IN (
         SELECT id FROM notifications.deliveries WHERE form = 'ticket' AND state = $1 FOR UPDATE SKIP LOCKED)`,
      [state],
    );
  }
}

/** Resolves once every mail is sent or dropped: those about tickets, and then a digest of everybody. */
export async function untilSent(database: pg.Pool): Promise<void> {
  for (const form of ['ticket', 'digest']) {
    await database.query(
      `UPDATE notifications.deliveries SET due_at = now() WHERE form = $1 AND state = 'waiting'`,
      [form],
    );
    const end = Date.now() + LONGEST_MS;
    while ((await waiting(database, form)) > 0) {
      if (Date.now() > end) throw new Error(`mails are still waiting: ${form}`);
      await sleep(1000);
      if (form === 'ticket') await passDay(database);
      else await database.query('UPDATE notifications.deliveries SET retry_at = NULL WHERE retry_at > now()');
    }
  }
}

async function waiting(database: pg.Pool, form: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications.deliveries WHERE form = $1 AND state = 'waiting'`,
    [form],
  );
  return rows[0]?.count ?? 0;
}

/** How many mails about the tickets of a store are to be sent. */
export async function waitingAbout(database: pg.Pool, storeId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM notifications.deliveries d JOIN core.tickets t ON t.id = d.ticket_id
     WHERE t.location_id = $1 AND d.state = 'waiting'`,
    [storeId],
  );
  return rows[0]?.count ?? 0;
}

/** The ids of a store's tickets. */
export async function ticketsOf(database: pg.Pool, storeId: string): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM core.tickets WHERE location_id = $1',
    [storeId],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Compares the items of the inbox with the mails that the server accepted. By default nobody wants mails about a changed status.
 * @param closedStore whose managers are to get no more mails about it
 */
export async function compareMails(database: pg.Pool, accepted: readonly Mail[], closedStore: string) {
  const { rows } = await database.query<{ item: string; delivery: string | null }>(
    `SELECT i.id AS item, sent.id AS delivery
     FROM notifications.inbox_items i JOIN core.tickets t ON t.id = i.ticket_id
       LEFT JOIN (
         SELECT d.id, c.item_id FROM notifications.deliveries d
           JOIN notifications.delivery_items c ON c.delivery_id = d.id WHERE d.state = 'sent'
       ) sent ON sent.item_id = i.id
     WHERE i.kind <> 'status_changed' AND t.location_id <> $1`,
    [closedStore],
  );
  const ids = new Set(accepted.map(({ id }) => id));
  return {
    items: rows.length,
    /** Items that no accepted mail tells. */
    lost: rows.filter(({ delivery }) => delivery === null || !ids.has(delivery)).length,
    /** Items that mails with different Message-IDs tell. */
    toldTwice: rows.length - new Set(rows.map(({ item }) => item)).size,
    /** Mails with a Message-ID that was accepted before. */
    doubled: accepted.length - ids.size,
  };
}
