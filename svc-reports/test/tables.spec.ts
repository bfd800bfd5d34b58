import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyPurge } from '@mainstay/service-kit';
import pg from 'pg';
import { type RunningService, startReportsService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startReportsService();
});
afterAll(() => service.close());

it('the schema has no tables but that of the migrations', async () => {
  const { rows } = await service.backends.admin.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'reports'`,
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual(['migrations']);
});

it('has no idempotency keys to delete', async () => {
  await expect(service.app.get(IdempotencyPurge).purge()).resolves.toBeUndefined();
});

describe('svc_reports, the role the service runs as', () => {
  const PERMISSION_DENIED = '42501';

  /** The SQLSTATE of a statement, or `done`. It is rolled back. */
  async function outcome(statement: string): Promise<string> {
    const client = new pg.Client({ connectionString: service.backends.urlFor('svc_reports') });
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

  it('may: SELECT id, role FROM auth.users', async () => {
    expect(await outcome('SELECT id, role FROM auth.users')).toBe('done');
  });

  it.each([
    'SELECT password_hash FROM auth.users',
    'DELETE FROM auth.audit_entries',
    'SELECT * FROM core.tickets',
    'SELECT title FROM core.tickets',
    'SELECT description FROM core.ticket_costs',
    'SELECT email FROM core.vendors',
    "UPDATE core.tickets SET status = 'solved'",
    'CREATE TABLE reports.extra (id int)',
    'SELECT * FROM reports.migrations',
  ])('may not: %s', async (statement) => {
    expect(await outcome(statement)).toBe(PERMISSION_DENIED);
  });
});
