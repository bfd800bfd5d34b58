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
const readers = ['svc_core', 'svc_attachments'];
const services = ['svc_auth', ...readers];
const owners = ['core_owner', 'attachments_owner'];

describe('the table of users', () => {
  it('has the columns of the User entity', async () => {
    const { rows } = await backends.admin.query<{ definition: string }>(
      `SELECT concat_ws(' ', column_name, data_type, character_maximum_length, is_nullable, column_default) AS definition
       FROM information_schema.columns WHERE table_schema = 'auth' AND table_name = 'users' ORDER BY ordinal_position`,
    );
    // Specification, section 3: User. Lengths it does not give are in docs/decisions/0010.
    expect(rows.map(({ definition }) => definition).sort()).toEqual(
      [
        'id uuid NO uuidv7()',
        'email character varying 254 NO',
        'password_hash text NO',
        'first_name character varying 100 NO',
        'last_name character varying 100 NO',
        'profile_image_url text YES',
        "role character varying 50 NO 'district_manager'::character varying",
        'active boolean NO true',
        'session_epoch integer NO 0',
        'version integer NO 1',
        'created_at timestamp with time zone NO now()',
        'updated_at timestamp with time zone NO now()',
      ].sort(),
    );
  });

  it('has the named constraints', async () => {
    const { rows } = await backends.admin.query<{ conname: string; definition: string }>(
      `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = 'auth.users'::regclass AND contype <> 'n' ORDER BY conname`,
    );
    const names = ['ck_users_email', 'ck_users_role', 'pk_users', 'uq_users_email'];
    expect(rows.map(({ conname }) => conname)).toEqual(names);
    expect(rows[1]?.definition).toMatch(/'admin'.*'district_manager'/);
  });

  it.each([...readers, ...owners])('%s cannot read a password hash', async (role) => {
    for (const what of ['password_hash', '*'])
      expect(await outcome(role, `SELECT ${what} FROM auth.users`)).toBe(PERMISSION_DENIED);
  });

  const published = `SELECT id, email, first_name, last_name, profile_image_url, role, active, session_epoch,
    created_at, updated_at FROM auth.users`;
  it.each([
    [readers, published, 'done'],
    [['svc_auth'], 'SELECT password_hash FROM auth.users', 'done'],
    [readers, 'UPDATE auth.users SET active = true', PERMISSION_DENIED],
    [services, 'DELETE FROM auth.users', PERMISSION_DENIED],
    [['svc_auth'], 'CREATE TABLE auth.more (id int)', PERMISSION_DENIED],
    [['svc_auth'], 'ALTER TABLE auth.users ADD COLUMN more int', PERMISSION_DENIED],
    [['svc_auth'], 'CREATE TABLE public.more (id int)', PERMISSION_DENIED],
  ])('%j, %s: %s', async (roles, statement, expected) => {
    for (const role of roles) expect([role, await outcome(role, statement)]).toEqual([role, expected]);
  });
});

describe('audit trail', () => {
  it.each([...services, ...owners])(
    'can be read only by svc_core, and without contents by services: %s',
    async (role) => {
      const isAllowed = (may: boolean) => (may ? 'done' : PERMISSION_DENIED);
      for (const columns of ['id', 'before, after'])
        expect(await outcome(role, `SELECT ${columns} FROM auth.audit_entries`)).toBe(
          isAllowed(role === 'svc_core'),
        );
      expect(await outcome(role, 'SELECT * FROM auth.changes')).toBe(isAllowed(services.includes(role)));
    },
  );

  it.each([...services, ...owners])('rejects forged, changed and removed entries from %s', async (role) => {
    for (const table of ['auth.audit_entries', 'auth.changes']) {
      for (const statement of [
        `INSERT INTO ${table} (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())`,
        `UPDATE ${table} SET actor_id = NULL`,
        `DELETE FROM ${table}`,
      ])
        expect([statement, await outcome(role, statement)]).toEqual([statement, PERMISSION_DENIED]);
    }
    expect(await outcome(role, 'TRUNCATE auth.audit_entries')).toBe(PERMISSION_DENIED);
  });

  it.each(services)('ignores temporary tables of %s', async (role) => {
    const forge = `CREATE TRIGGER forge AFTER INSERT ON forged FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('user')`;
    expect(await outcome(role, 'CREATE TEMPORARY TABLE forged (id uuid)', forge)).toBe(PERMISSION_DENIED);
  });

  it('cannot be changed by its owner either', async () => {
    for (const statement of [
      'UPDATE auth.audit_entries SET actor_id = NULL',
      'DELETE FROM auth.audit_entries',
    ])
      expect(await outcome('auth_owner', statement)).toBe(PERMISSION_DENIED);
  });

  it('uses fixed names, whatever the caller’s search path is', async () => {
    const { rows } = await backends.admin.query(
      "SELECT prosecdef, proconfig FROM pg_proc WHERE oid = 'auth.write_audit_entry'::regproc",
    );
    expect(rows).toEqual([{ prosecdef: true, proconfig: ['search_path=pg_catalog, pg_temp'] }]);
  });
});
