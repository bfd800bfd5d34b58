import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { DefineAuditWriter1763700004000 } from '../src/database/migrations/1763700004000-define-audit-writer.ts';
import { CloseAuditEntries1763700005000 } from '../src/database/migrations/1763700005000-close-audit-entries.ts';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

const PERMISSION_DENIED = '42501';

async function asRole<Result>(role: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: backends.urlFor(role) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The SQLSTATE of the last of some statements in a transaction, or `done`. Everything is rolled back. */
const outcome = (role: string, ...statements: string[]): Promise<string> =>
  asRole(role, async (client) => {
    await client.query('BEGIN');
    try {
      for (const statement of statements) await client.query(statement);
      return 'done';
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
    }
  });

const actorsOf = async (entityId: string): Promise<unknown[]> => {
  const { rows } = await backends.admin.query<{ action: string; actor_id: string | null }>(
    'SELECT action, actor_id FROM auth.audit_entries WHERE entity_id = $1 ORDER BY id',
    [entityId],
  );
  return rows.map(({ action, actor_id }) => [action, actor_id]);
};

const services = ['svc_auth', 'svc_core', 'svc_attachments'];
const owners = ['core_owner', 'attachments_owner'];

describe('audit trail', () => {
  it.each([...services, ...owners])('can be read only by svc_core: %s', async (role) => {
    const expected = role === 'svc_core' ? 'done' : PERMISSION_DENIED;
    expect(await outcome(role, 'SELECT before, after FROM auth.audit_entries')).toBe(expected);
    expect(await outcome(role, 'SELECT id FROM auth.audit_entries')).toBe(expected);
  });

  it.each([...services, ...owners])('is published without contents, to run-time roles: %s', async (role) => {
    const expected = services.includes(role) ? 'done' : PERMISSION_DENIED;
    expect(await outcome(role, 'SELECT * FROM auth.changes')).toBe(expected);
    for (const statement of [
      "INSERT INTO auth.changes (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())",
      'UPDATE auth.changes SET actor_id = NULL',
      'DELETE FROM auth.changes',
    ]) {
      expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
    }
  });

  it.each([...services, ...owners])('rejects forged, changed and removed entries from %s', async (role) => {
    for (const statement of [
      "INSERT INTO auth.audit_entries (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())",
      'UPDATE auth.audit_entries SET actor_id = NULL',
      'DELETE FROM auth.audit_entries',
      'TRUNCATE auth.audit_entries',
    ]) {
      expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
    }
  });

  it.each(services)('ignores temporary tables of %s', async (role) => {
    expect(
      await outcome(
        role,
        'CREATE TEMPORARY TABLE forged (id uuid)',
        `CREATE TRIGGER forge AFTER INSERT ON forged FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('user')`,
      ),
    ).toBe(PERMISSION_DENIED);
  });

  it('cannot be changed by its owner either', async () => {
    for (const statement of [
      'UPDATE auth.audit_entries SET actor_id = NULL',
      'DELETE FROM auth.audit_entries',
    ]) {
      expect(await outcome('auth_owner', statement)).toBe(PERMISSION_DENIED);
    }
  });

  it('uses fixed names, whatever the caller’s search path is', async () => {
    const { rows } = await backends.admin.query<{ prosecdef: boolean; proconfig: string[] }>(
      "SELECT prosecdef, proconfig FROM pg_proc WHERE oid = 'auth.write_audit_entry'::regproc",
    );
    expect(rows).toEqual([{ prosecdef: true, proconfig: ['search_path=pg_catalog, pg_temp'] }]);
  });

  it('has the changes of every service, and rows removed by a cascade', async () => {
    const location = await asRole('svc_core', async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
         VALUES ('A', 'B', 'C', 'D', 'E', 'audited-1', 'UTC') RETURNING id`,
      );
      const id = rows[0]?.id ?? '';
      await client.query(
        `INSERT INTO core.tickets (id, title, description, location_id, ticket_type)
         VALUES ('01890000-0000-7000-8000-000000000001', 'T', 'D', $1, 'repair')`,
        [id],
      );
      await client.query('DELETE FROM core.locations WHERE id = $1', [id]);
      return id;
    });
    expect(await actorsOf(location)).toEqual([
      ['create', null],
      ['delete', null],
    ]);
    expect(await actorsOf('01890000-0000-7000-8000-000000000001')).toEqual([
      ['create', null],
      ['delete', null],
    ]);
  });
});

it('works through the migrations for a transaction of a service of the previous version', async () => {
  const actor = '01890000-0000-7000-8000-00000000000a';
  const source = await new DataSource({ type: 'postgres', url: backends.urlFor('auth_owner') }).initialize();
  const runner = source.createQueryRunner();
  try {
    const [define, close] = [new DefineAuditWriter1763700004000(), new CloseAuditEntries1763700005000()];
    await close.down(runner);
    await define.down(runner);
    const id = await asRole('svc_auth', async (client) => {
      await client.query(`BEGIN; SELECT set_config('mainstay.actor_id', '${actor}', true)`);
      const { rows } = await client.query<{ id: string }>(
        `INSERT INTO auth.users (email, password_hash, first_name, last_name)
         VALUES ('audited@example.com', 'none', 'A', 'B') RETURNING id`,
      );
      await define.up(runner);
      await client.query("UPDATE auth.users SET last_name = 'C' WHERE email = 'audited@example.com'");
      await close.up(runner);
      await client.query("UPDATE auth.users SET last_name = 'D' WHERE email = 'audited@example.com'");
      await client.query('COMMIT');
      return rows[0]?.id ?? '';
    });
    expect(await actorsOf(id)).toEqual([
      ['create', actor],
      ['update', actor],
      ['update', actor],
    ]);
  } finally {
    await runner.release();
    await source.destroy();
  }
});
