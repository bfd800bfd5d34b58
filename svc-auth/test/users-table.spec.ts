import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

/** Specification, section 3: User. Lengths it does not give are in docs/decisions/0010. */
const columns = {
  id: ['uuid', null, 'NO', 'uuidv7()'],
  email: ['character varying', 254, 'NO', null],
  password_hash: ['text', null, 'NO', null],
  first_name: ['character varying', 100, 'NO', null],
  last_name: ['character varying', 100, 'NO', null],
  profile_image_url: ['text', null, 'YES', null],
  role: ['character varying', 50, 'NO', "'district_manager'::character varying"],
  active: ['boolean', null, 'NO', 'true'],
  session_epoch: ['integer', null, 'NO', '0'],
  version: ['integer', null, 'NO', '1'],
  created_at: ['timestamp with time zone', null, 'NO', 'now()'],
  updated_at: ['timestamp with time zone', null, 'NO', 'now()'],
};

it('has the columns of the User entity', async () => {
  const { rows } = await backends.admin.query<Record<string, string> & { column_name: string }>(
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
     FROM information_schema.columns WHERE table_schema = 'auth' AND table_name = 'users'`,
  );
  const found = Object.fromEntries(
    rows.map((row): [string, unknown[]] => [
      row.column_name,
      [row['data_type'], row['character_maximum_length'], row['is_nullable'], row['column_default']],
    ]),
  );
  expect(found).toEqual(columns);
});

it('has the named constraints', async () => {
  const { rows } = await backends.admin.query<{ conname: string; definition: string }>(
    `SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'auth.users'::regclass AND contype <> 'n' ORDER BY conname`,
  );
  expect(rows.map(({ conname }) => conname)).toEqual([
    'ck_users_email',
    'ck_users_role',
    'pk_users',
    'uq_users_email',
  ]);
  expect(rows[1]?.definition).toMatch(/'admin'.*'district_manager'/);
});

const outcome = (role: string, statement: string) => outcomeOf(backends.urlFor(role), statement);

it.each(['svc_core', 'svc_attachments', 'core_owner', 'attachments_owner'])(
  '%s cannot read a password hash',
  async (role) => {
    expect(await outcome(role, 'SELECT password_hash FROM auth.users')).toBe(PERMISSION_DENIED);
    expect(await outcome(role, 'SELECT * FROM auth.users')).toBe(PERMISSION_DENIED);
  },
);

const published = `SELECT id, email, first_name, last_name, profile_image_url, role, active, session_epoch,
  created_at, updated_at FROM auth.users`;
it.each([
  ['svc_core', published],
  ['svc_attachments', published],
  ['svc_auth', 'SELECT password_hash FROM auth.users'],
])('%s may: %s', async (role, statement) => {
  expect(await outcome(role, statement)).toBe('done');
});

it.each([
  ['svc_core', 'UPDATE auth.users SET active = true'],
  ['svc_attachments', 'UPDATE auth.users SET active = true'],
  ['svc_core', 'DELETE FROM auth.users'],
  ['svc_attachments', 'DELETE FROM auth.users'],
  ['svc_auth', 'DELETE FROM auth.users'],
  ['svc_auth', 'CREATE TABLE auth.more (id int)'],
  ['svc_auth', 'ALTER TABLE auth.users ADD COLUMN more int'],
  ['svc_auth', 'CREATE TABLE public.more (id int)'],
])('%s may not: %s', async (role, statement) => {
  expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
});
