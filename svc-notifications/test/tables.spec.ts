import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type RunningService, startNotificationsService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

it('the schema has these tables', async () => {
  const { rows } = await service.backends.admin.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'notifications' ORDER BY table_name`,
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual([
    'deliveries',
    'delivery_items',
    'feed_position',
    'idempotency_keys',
    'inbox_items',
    'migrations',
    'preferences',
    'settings',
  ]);
});

describe('svc_notifications, the role the service runs as', () => {
  const PERMISSION_DENIED = '42501';

  /** The SQLSTATE of a statement, or `done`. It is rolled back. */
  async function outcome(statement: string): Promise<string> {
    const client = new pg.Client({ connectionString: service.backends.urlFor('svc_notifications') });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(statement);
      return 'done';
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
    } finally {
      await client.end();
    }
  }

  it.each(['SELECT id, role FROM auth.users', 'DELETE FROM notifications.inbox_items'])(
    'may: %s',
    async (statement) => {
      expect(await outcome(statement)).toBe('done');
    },
  );

  it.each([
    'SELECT password_hash FROM auth.users',
    'DELETE FROM auth.audit_entries',
    'SELECT * FROM core.tickets',
    'TRUNCATE notifications.inbox_items',
    'DROP TABLE notifications.inbox_items',
    'CREATE TABLE notifications.extra (id int)',
    'SELECT * FROM notifications.migrations',
  ])('may not: %s', async (statement) => {
    expect(await outcome(statement)).toBe(PERMISSION_DENIED);
  });
});
