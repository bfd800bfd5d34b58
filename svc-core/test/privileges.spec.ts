import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

/** The SQLSTATE of a statement for a role, or `done`. Everything is rolled back. */
async function outcome(role: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: backends.urlFor(role) });
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

const PERMISSION_DENIED = '42501';
const aUuid = "'01890000-0000-7000-8000-000000000000'";

describe('svc_core, the role the service runs as', () => {
  it.each([
    'SELECT id, email, first_name, last_name, profile_image_url, role, active FROM auth.users',
    'SELECT * FROM core.tickets',
    "UPDATE core.tickets SET title = 'x'",
    "UPDATE core.locations SET name = 'x'",
    'DELETE FROM core.locations',
    'DELETE FROM core.tickets',
    'SELECT * FROM core.manager_assignments',
    'DELETE FROM core.manager_assignments',
    ...['recurring_tasks', 'tasks', 'projects'].flatMap((table) => [
      `SELECT * FROM core.${table}`,
      `UPDATE core.${table} SET title = 'x'`,
      `DELETE FROM core.${table}`,
    ]),
    'SELECT * FROM core.ticket_comments',
    "UPDATE core.ticket_comments SET body = 'x', edited_at = now(), removed_at = NULL",
    'UPDATE core.ticket_comments SET author_name = NULL',
    'SELECT * FROM core.intake_reports',
    'UPDATE core.intake_reports SET reporter_name = NULL, contact = NULL, tracking_until = NULL',
    'SELECT * FROM core.intake_replies',
    'SELECT * FROM core.comment_mentions',
    'DELETE FROM core.comment_mentions',
    'UPDATE core.ticket_watchers SET muted = true',
    'DELETE FROM core.ticket_watchers',
    "UPDATE core.equipment SET name = 'x'",
    'DELETE FROM core.equipment',
    "UPDATE core.intake_codes SET code_hash = sha256(''), label = 'x', active = false, suspended_until = now()",
    'DELETE FROM core.intake_codes',
    'SELECT * FROM core.intake_reports',
    "SELECT nextval('core.ticket_numbers')",
    'SELECT * FROM core.row_counts',
    'DELETE FROM core.count_changes',
    'SELECT * FROM auth.audit_entries',
  ])('may: %s', async (statement) => {
    expect(await outcome('svc_core', statement)).toBe('done');
  });

  it.each([
    'SELECT password_hash FROM auth.users',
    'SELECT * FROM auth.users',
    'SELECT email FROM auth.users WHERE password_hash LIKE $$a%$$',
    'COPY auth.users TO STDOUT',
    "INSERT INTO auth.users (email, password_hash, first_name, last_name) VALUES ('a', 'b', 'c', 'd')",
    "UPDATE auth.users SET role = 'admin'",
    'DELETE FROM auth.users',
    'SELECT id FROM auth.users FOR UPDATE',
    'UPDATE auth.audit_entries SET actor_id = NULL',
    'DELETE FROM auth.audit_entries',
    'TRUNCATE auth.audit_entries',
    `UPDATE core.manager_assignments SET manager_id = ${aUuid}`,
    'DELETE FROM core.ticket_comments',
    `UPDATE core.ticket_comments SET author_id = ${aUuid}`,
    `UPDATE core.ticket_comments SET ticket_id = ${aUuid}`,
    "UPDATE core.ticket_watchers SET reason = 'manual'",
    `UPDATE core.intake_codes SET equipment_id = ${aUuid}`,
    "UPDATE core.intake_reports SET description = 'x'",
    "UPDATE core.intake_reports SET tracking_hash = sha256('x')",
    'DELETE FROM core.intake_reports',
    'DELETE FROM core.intake_replies',
    "SELECT setval('core.ticket_numbers', 1)",
    'DELETE FROM core.counts',
    'SELECT core.recount()',
    'ALTER TABLE core.tickets DISABLE TRIGGER tr_tickets_audit',
    'SET session_replication_role = replica',
    'CREATE TABLE core.extra (id int)',
    'CREATE TABLE public.extra (id int)',
    'CREATE SCHEMA extra',
    'ALTER TABLE core.tickets ADD COLUMN extra int',
    'ALTER TABLE core.tickets DROP CONSTRAINT ck_tickets_status',
    'DROP TABLE core.tickets',
    'DROP INDEX core.ix_tickets_created_at',
    'TRUNCATE core.tickets',
    'CREATE INDEX ON core.tickets (notes)',
    `CREATE FUNCTION core.extra() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    'CREATE ROLE extra',
    'SET ROLE core_owner',
    'SELECT * FROM core.migrations',
    'DELETE FROM core.migrations',
    "SELECT pg_read_file('/etc/passwd')",
  ])('may not: %s', async (statement) => {
    expect(await outcome('svc_core', statement)).toBe(PERMISSION_DENIED);
  });
});

describe.each(['svc_attachments', 'svc_notifications'])('%s, a reader of published tables', (role) => {
  it.each([
    'SELECT id, location_id FROM core.tickets',
    'SELECT number, title, status, priority, via, assigned_to, created_by FROM core.tickets',
    'SELECT id, ticket_id, author_id, removed_at FROM core.ticket_comments',
    'SELECT author_name, body, visibility, created_at FROM core.ticket_comments',
    'SELECT comment_id, user_id FROM core.comment_mentions',
    'SELECT ticket_id, user_id, reason, muted FROM core.ticket_watchers',
    'SELECT id, ticket_id, comment_id, tracking_hash, tracking_until FROM core.intake_reports',
    'SELECT id, name, status FROM core.locations',
    'SELECT manager_id, location_id FROM core.manager_assignments',
  ])('may: %s', async (statement) => {
    expect(await outcome(role, statement)).toBe('done');
  });

  it.each([
    'SELECT description FROM core.tickets',
    'SELECT notes FROM core.tickets',
    'SELECT address FROM core.locations',
    'SELECT contact FROM core.intake_reports',
    'SELECT reporter_name FROM core.intake_reports',
    'SELECT report_id FROM core.intake_replies',
    'SELECT id FROM core.tasks',
    'SELECT id FROM core.recurring_tasks',
    `UPDATE core.tickets SET location_id = ${aUuid}`,
    'DELETE FROM core.tickets',
    'UPDATE core.ticket_watchers SET muted = true',
    'DELETE FROM core.comment_mentions',
    `INSERT INTO core.manager_assignments (manager_id, location_id) VALUES (${aUuid}, ${aUuid})`,
  ])('may not: %s', async (statement) => {
    expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
  });
});

it('attachments_owner may refer to a ticket and a comment, and to nothing else in this schema', async () => {
  const refer = (table: string): Promise<string> =>
    outcome('attachments_owner', `CREATE TABLE attachments.extra (id uuid REFERENCES ${table} (id))`);
  expect(await refer('core.tickets')).toBe('done');
  expect(await refer('core.ticket_comments')).toBe('done');
  expect(await refer('core.tasks')).toBe(PERMISSION_DENIED);
});

it('core_owner, the role of the migrations, cannot read a user', async () => {
  expect(await outcome('core_owner', 'SELECT email FROM auth.users')).toBe(PERMISSION_DENIED);
});
