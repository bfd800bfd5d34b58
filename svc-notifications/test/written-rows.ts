import { hashToken, SESSION_PREFIX } from '@mainstay/service-kit';
import type { TestBackends } from '@mainstay/service-kit/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Waits, three seconds at most, until the feed may read a transaction: a stream that starts now does not send it then. The
 * transactions of other suites on the same server hold it back.
 */
async function untilInFeed(client: pg.PoolClient, xid: string): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const { rows } = await client.query<{ isRead: boolean }>(
      'SELECT $1::xid8 < pg_snapshot_xmin(pg_current_snapshot()) AS "isRead"',
      [xid],
    );
    if (rows[0]?.isRead === true) return;
    await sleep(20);
  }
}

/** Writes rows of other services, as those do: with the audit triggers. */
export class WrittenRows {
  constructor(private readonly backends: TestBackends) {}

  /** The `id` that a statement returns. With `as`, it is the change of a request of that user. */
  async idOf(
    statement: string,
    values: unknown[] = [],
    as: { actorId?: string; requestId?: string } = {},
  ): Promise<string> {
    const client = await this.backends.admin.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true)`,
        [as.actorId ?? '', as.requestId ?? ''],
      );
      const { rows } = await client.query<{ id: string }>(statement, values);
      const xact = await client.query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
      await client.query('COMMIT');
      await untilInFeed(client, xact.rows[0]?.xid ?? '');
      return rows[0]?.id ?? '';
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  location(): Promise<string> {
    return this.idOf(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       VALUES ('A', 'B', 'C', 'D', 'E', gen_random_uuid(), 'UTC') RETURNING id`,
    );
  }

  ticket(locationId: string, as?: { actorId?: string; requestId?: string }): Promise<string> {
    return this.idOf(
      `INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ('T', 'D', $1, 'repair')
       RETURNING id`,
      [locationId],
      as,
    );
  }

  comment(ticketId: string): Promise<string> {
    return this.idOf(`INSERT INTO core.ticket_comments (ticket_id, body) VALUES ($1, 'B') RETURNING id`, [
      ticketId,
    ]);
  }

  equipment(locationId: string): Promise<string> {
    return this.idOf(
      `INSERT INTO core.equipment (location_id, name, category) VALUES ($1, 'Fryer 2', 'cooking') RETURNING id`,
      [locationId],
    );
  }

  code(locationId: string): Promise<string> {
    return this.idOf('INSERT INTO core.intake_codes (location_id, code_hash) VALUES ($1, $2) RETURNING id', [
      locationId,
      randomBytes(32),
    ]);
  }

  report(ticketId: string, codeId: string): Promise<string> {
    return this.idOf(
      `INSERT INTO core.intake_reports (ticket_id, code_id, description, urgency, language, tracking_hash)
       VALUES ($1, $2, 'It is cold.', 'high', 'en', $3) RETURNING id`,
      [ticketId, codeId, randomBytes(32)],
    );
  }

  assign(userId: string, locationId: string): Promise<string> {
    return this.idOf(
      'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2) RETURNING id',
      [userId, locationId],
    );
  }

  unassign(userId: string, locationId: string): Promise<string> {
    return this.idOf(
      'DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2 RETURNING id',
      [userId, locationId],
    );
  }

  /** An unread item in somebody's inbox. */
  item(userId: string): Promise<string> {
    return this.idOf(
      `INSERT INTO notifications.inbox_items (user_id, event_id, kind, in_app, ticket_id, created_at)
       VALUES ($1, uuidv7(), 'assigned', true, uuidv7(), now()) RETURNING id`,
      [userId],
    );
  }

  /** The `Authorization` header of a new token, and its id. */
  async token(userId: string): Promise<{ id: string; authorization: string }> {
    const token = randomUUID();
    const id = await this.idOf(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, true) RETURNING id`,
      [userId, hashToken(token)],
    );
    return { id, authorization: `Bearer ${token}` };
  }
}

/** The key in Redis of a cookie's session. */
export const sessionKeyOf = ({ cookie }: { cookie: string }): string =>
  SESSION_PREFIX +
  (decodeURIComponent(cookie.split('=')[1] ?? '')
    .slice('s:'.length)
    .split('.')[0] ?? '');
