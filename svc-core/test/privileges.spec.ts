import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

/** The SQLSTATE of a statement for a role, or `done`. Everything is rolled back. */
async function outcome(role: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: core.backends.urlFor(role) });
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
    'DELETE FROM core.ticket_photos',
    'DELETE FROM core.completion_rules',
    'SELECT core.recount()',
    'DELETE FROM core.ticket_durations',
    'SELECT core.rebuild_durations()',
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
    'SELECT amount FROM core.ticket_costs',
    'SELECT email FROM core.vendors',
    'SELECT replacement_cost FROM core.equipment',
    'SELECT due_at FROM core.ticket_deadlines',
    'SELECT since FROM core.ticket_stops',
    'SELECT responded_at FROM core.tickets',
    'SELECT completion_note FROM core.tickets',
    'SELECT purpose FROM core.ticket_photos',
    'SELECT note FROM core.completion_rules',
    `INSERT INTO core.manager_assignments (manager_id, location_id) VALUES (${aUuid}, ${aUuid})`,
  ])('may not: %s', async (statement) => {
    expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
  });
});

it.each([
  ['svc_attachments', 'SELECT body FROM core.ticket_comments'],
  ['svc_attachments', 'SELECT visibility FROM core.ticket_comments'],
  ['svc_attachments', 'SELECT name FROM core.vendors'],
  ['svc_attachments', 'SELECT email FROM core.vendor_jobs'],
  ['svc_attachments', 'SELECT amount FROM core.vendor_quotes'],
  ['svc_notifications', 'SELECT amount FROM core.vendor_quotes'],
  ['svc_notifications', 'SELECT reason FROM core.vendor_jobs'],
  ['svc_reports', 'SELECT token_hash FROM core.vendor_jobs'],
  ['svc_attachments', 'SELECT author_name FROM core.ticket_comments'],
  ['svc_attachments', 'SELECT title FROM core.tickets'],
  ['svc_attachments', 'SELECT user_id FROM core.ticket_watchers'],
  ['svc_attachments', 'SELECT label FROM core.intake_codes'],
  ['svc_attachments', 'SELECT name FROM core.locations'],
  ['svc_attachments', 'SELECT spending_limit FROM core.tickets'],
  ['svc_attachments', 'SELECT amount FROM core.ticket_events'],
  ['svc_attachments', `SELECT core.visible_locations(${aUuid})`],
  ['svc_reports', 'SELECT title FROM core.tickets'],
  ['svc_reports', 'SELECT spending_limit FROM core.tickets'],
  ['svc_reports', 'SELECT description FROM core.ticket_costs'],
  ['svc_reports', 'SELECT phone FROM core.vendors'],
  ['svc_notifications', 'SELECT tracking_hash FROM core.intake_reports'],
  ['svc_notifications', 'SELECT author_id FROM core.ticket_comments'],
  ['svc_notifications', 'SELECT created_by FROM core.tickets'],
  ['svc_notifications', `SELECT core.record_photo(${aUuid}, ${aUuid}, NULL, NULL, true)`],
  ['svc_reports', `SELECT core.record_photo(${aUuid}, ${aUuid}, NULL, NULL, true)`],
])('%s may not read what another service needs: %s', async (role, statement) => {
  expect(await outcome(role, statement)).toBe(PERMISSION_DENIED);
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
