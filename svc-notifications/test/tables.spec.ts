import { describe, expect, it } from '@jest/globals';
import { outcomeOf, PERMISSION_DENIED } from '@mainstay/service-kit/testing';
import { useService } from './running-service.ts';

const service = useService();

it('the schema has these tables', async () => {
  const { rows } = await service.backends.admin.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'notifications' ORDER BY table_name`,
  );
  expect(rows.map(({ table_name }) => table_name)).toEqual([
    'browser_zones',
    'deliveries',
    'delivery_items',
    'feed_position',
    'idempotency_keys',
    'inbox_items',
    'migrations',
    'preferences',
    'settings',
    'vendor_mails',
  ]);
});

describe('svc_notifications, the role the service runs as', () => {
  const outcome = (statement: string) => outcomeOf(service.backends.urlFor('svc_notifications'), statement);

  it.each([
    'SELECT id, role FROM auth.users',
    'SELECT * FROM auth.changes',
    'SELECT id, name, created_at FROM auth.tokens',
    'SELECT id, number, title, status, via, location_id, assigned_to FROM core.tickets',
    'SELECT id, author_name, body, removed_at FROM core.ticket_comments',
    'SELECT comment_id, user_id FROM core.comment_mentions',
    'SELECT ticket_id, user_id, muted FROM core.ticket_watchers',
    'SELECT manager_id, location_id FROM core.manager_assignments',
    'SELECT id, name, timezone FROM core.locations',
    'SELECT id, location_id, equipment_id, label, suspended_until FROM core.intake_codes',
    'SELECT id, name FROM core.equipment',
    'SELECT id, kind, due_at, told_to FROM core.ticket_events',
    'SELECT id, undo_of, request_ids FROM core.bulk_changes',
    'SELECT id, location_id, name FROM core.checklist_runs',
    'SELECT id, email, generation, token_hash FROM core.vendor_jobs',
    'UPDATE notifications.feed_position SET cursor = NULL',
    'DELETE FROM notifications.inbox_items',
    'UPDATE notifications.settings SET quiet_from = NULL, quiet_until = NULL',
    'DELETE FROM notifications.preferences',
  ])('may: %s', async (statement) => {
    expect(await outcome(statement)).toBe('done');
  });

  it.each([
    'SELECT password_hash FROM auth.users',
    'SELECT * FROM auth.audit_entries',
    'DELETE FROM auth.audit_entries',
    'SELECT * FROM core.tickets',
    'SELECT description FROM core.tickets',
    "UPDATE core.tickets SET title = 'x'",
    "UPDATE core.ticket_comments SET body = 'x'",
    'DELETE FROM core.ticket_watchers',
    'SELECT address FROM core.locations',
    'SELECT code_hash FROM core.intake_codes',
    'SELECT note FROM core.ticket_events',
    'SELECT changes FROM core.bulk_changes',
    'SELECT steps FROM core.checklist_runs',
    'SELECT note FROM core.vendor_jobs',
    'SELECT reporter_name FROM core.intake_reports',
    'SELECT contact FROM core.intake_reports',
    'DELETE FROM notifications.feed_position',
    'INSERT INTO notifications.feed_position DEFAULT VALUES',
    'TRUNCATE notifications.inbox_items',
    'DROP TABLE notifications.inbox_items',
    'CREATE TABLE notifications.extra (id int)',
    'SELECT * FROM notifications.migrations',
  ])('may not: %s', async (statement) => {
    expect(await outcome(statement)).toBe(PERMISSION_DENIED);
  });
});
