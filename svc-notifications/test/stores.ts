import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { FeedConsumer } from '../src/inbox/feed-consumer.ts';
import { aStore, type Columns, insertRow } from './rows.ts';
import type { RunningService } from './running-service.ts';

/** One transaction of svc-core. */
export interface Change {
  /** Inserts a row and returns its id. */
  insert: (table: string, columns: Columns) => Promise<string>;
  update: (table: string, id: string, columns: Columns) => Promise<void>;
  /** Any other statement, and its rows. */
  run: (text: string, values?: unknown[]) => Promise<Columns[]>;
}

/** Stores, their tickets and what is said of them, written as svc-core does, with the triggers of the audit trail. */
export function storesOf(service: Pick<RunningService, 'backends'>) {
  /** Runs `work` in one transaction of a user, or of the system when the user is null. */
  async function change<Result>(
    actorId: string | null,
    work: (transaction: Change) => Promise<Result>,
    requestId = '',
  ): Promise<Result> {
    const client = await service.backends.admin.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true)`,
        [actorId ?? '', requestId],
      );
      const result = await work({
        insert: (table, columns) => insertRow(client, table, columns),
        async update(table, id, columns) {
          const set = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
          await client.query(`UPDATE ${table} SET ${set.join(', ')} WHERE id = $1`, [
            id,
            ...Object.values(columns),
          ]);
        },
        run: async (text, values) => (await client.query<Columns>(text, values)).rows,
      });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    change,
    createStore: (name: string): Promise<string> =>
      change(null, ({ insert }) => insert('core.locations', aStore(name))),
    assign: (managerId: string, locationId: string): Promise<string> =>
      change(null, ({ insert }) =>
        insert('core.manager_assignments', { manager_id: managerId, location_id: locationId }),
      ),
    unassign: (managerId: string): Promise<unknown> =>
      change(null, ({ run }) =>
        run('DELETE FROM core.manager_assignments WHERE manager_id = $1', [managerId]),
      ),
  };
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string(), z.string()]);

/** The transaction and the id of the change up to which the feed was read; undefined before the first reading. */
async function position({ backends }: Pick<RunningService, 'backends'>) {
  const { rows } = await backends.admin.query<{ cursor: string | null }>(
    'SELECT cursor FROM notifications.feed_position',
  );
  const cursor = rows[0]?.cursor;
  if (!cursor) return undefined;
  const [, xid, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  return { xid: BigInt(xid), id };
}

/** Resolves once all changes that are committed now have become items. */
export async function settled({ app, backends }: Pick<RunningService, 'app' | 'backends'>): Promise<void> {
  const { rows } = await backends.admin.query<{ xid: string; id: string }>(
    'SELECT e.xid::text, e.id FROM auth.audit_entries e ORDER BY e.xid DESC, e.id DESC LIMIT 1',
  );
  const last = { xid: BigInt(rows[0]?.xid ?? 0), id: rows[0]?.id ?? '' };
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    app.get(FeedConsumer).run();
    // No round is left that would read the changes of the next test.
    await app.get(FeedConsumer).idle();
    const read = await position({ backends });
    if (read && (read.xid > last.xid || (read.xid === last.xid && read.id >= last.id))) return;
    await sleep(10);
  }
  throw new Error('the feed was not read in time');
}
