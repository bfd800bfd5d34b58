import { hashToken } from '@mainstay/service-kit';
import type { TestBackends } from '@mainstay/service-kit/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aCode, aFryer, aStore, aTicket, type Columns } from './rows.ts';
import { type Change, storesOf } from './stores.ts';

/** Who does something, in which request. */
interface Request {
  actorId?: string;
  requestId?: string;
}

/** Writes rows of other services with their audit triggers. Each is in the feed when its promise resolves. */
export class WrittenRows {
  constructor(private readonly service: { backends: TestBackends }) {}

  /** The `id` that a statement returns. */
  idOf(statement: string, values: unknown[] = []): Promise<string> {
    return this.change(async ({ run }) => {
      const [row] = await run(statement, values);
      return typeof row?.['id'] === 'string' ? row['id'] : '';
    });
  }

  private insert(table: string, columns: Columns, as?: Request): Promise<string> {
    return this.change(({ insert }) => insert(table, columns), as);
  }

  private async change(
    work: (transaction: Change) => Promise<string>,
    { actorId, requestId }: Request = {},
  ): Promise<string> {
    const { id, xid } = await storesOf(this.service).change(
      actorId ?? null,
      async (transaction) => ({
        id: await work(transaction),
        xid: (await transaction.run('SELECT pg_current_xact_id()::text AS xid'))[0]?.['xid'],
      }),
      requestId,
    );
    await this.untilInFeed(xid);
    return id;
  }

  /**
   * Waits, three seconds at most, until the feed may read a transaction: a stream that starts now does not send it
   * then. The transactions of other suites on the same server hold it back.
   */
  private async untilInFeed(xid: unknown): Promise<void> {
    for (let tries = 0; tries < 150; tries += 1) {
      const { rows } = await this.service.backends.admin.query<{ isRead: boolean }>(
        'SELECT $1::xid8 < pg_snapshot_xmin(pg_current_snapshot()) AS "isRead"',
        [xid],
      );
      if (rows[0]?.isRead === true) return;
      await sleep(20);
    }
  }

  location(): Promise<string> {
    return this.insert('core.locations', aStore());
  }

  ticket(locationId: string, as?: Request): Promise<string> {
    return this.insert('core.tickets', aTicket(locationId), as);
  }

  comment(ticketId: string): Promise<string> {
    return this.insert('core.ticket_comments', { ticket_id: ticketId, body: 'B' });
  }

  equipment(locationId: string): Promise<string> {
    return this.insert('core.equipment', aFryer(locationId));
  }

  code(locationId: string): Promise<string> {
    return this.insert('core.intake_codes', aCode(locationId));
  }

  report(ticketId: string, codeId: string): Promise<string> {
    return this.insert('core.intake_reports', {
      ticket_id: ticketId,
      code_id: codeId,
      description: 'It is cold.',
      urgency: 'high',
      language: 'en',
      tracking_hash: randomBytes(32),
    });
  }

  assign(userId: string, locationId: string): Promise<string> {
    return this.insert('core.manager_assignments', { manager_id: userId, location_id: locationId });
  }

  unassign(userId: string, locationId: string): Promise<string> {
    return this.idOf(
      'DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2 RETURNING id',
      [userId, locationId],
    );
  }

  /** An unread item in somebody's inbox, about a ticket. */
  item(userId: string, ticketId: string): Promise<string> {
    return this.insert('notifications.inbox_items', {
      user_id: userId,
      event_id: randomUUID(),
      kind: 'assigned',
      in_app: true,
      ticket_id: ticketId,
      created_at: new Date(),
    });
  }

  /** The `Authorization` header of a new token, and its id. */
  async token(userId: string): Promise<{ id: string; authorization: string }> {
    const token = randomUUID();
    const id = await this.insert('auth.tokens', {
      user_id: userId,
      name: 'test',
      token_hash: hashToken(token),
      read_only: true,
    });
    return { id, authorization: `Bearer ${token}` };
  }
}
