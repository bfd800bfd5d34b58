import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestBackends,
  outcomeOf,
  PERMISSION_DENIED,
  type TestBackends,
} from '@mainstay/service-kit/testing';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

const outcome = (role: string, ...statements: string[]) => outcomeOf(backends.urlFor(role), ...statements);
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
  });

  it.each([...services, ...owners])('rejects forged, changed and removed entries from %s', async (role) => {
    for (const statement of [
      "INSERT INTO auth.audit_entries (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())",
      'UPDATE auth.audit_entries SET actor_id = NULL',
      'DELETE FROM auth.audit_entries',
      'TRUNCATE auth.audit_entries',
      "INSERT INTO auth.changes (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())",
      'UPDATE auth.changes SET actor_id = NULL',
      'DELETE FROM auth.changes',
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
    const { rows: written } = await backends.admin.query<{ id: string; ticket: string }>(
      `WITH location AS (
         INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
         VALUES ('A', 'B', 'C', 'D', 'E', 'audited-1', 'UTC') RETURNING id
       )
       INSERT INTO core.tickets (title, description, location_id, ticket_type)
       SELECT 'T', 'D', id, 'repair' FROM location RETURNING location_id AS id, id AS ticket`,
    );
    await backends.admin.query('DELETE FROM core.locations WHERE id = $1', [written[0]?.id]);
    for (const id of [written[0]?.id, written[0]?.ticket]) {
      const { rows } = await backends.admin.query(
        'SELECT action, actor_id FROM auth.audit_entries WHERE entity_id = $1 ORDER BY id',
        [id],
      );
      expect(rows).toEqual([
        { action: 'create', actor_id: null },
        { action: 'delete', actor_id: null },
      ]);
    }
  });
});
