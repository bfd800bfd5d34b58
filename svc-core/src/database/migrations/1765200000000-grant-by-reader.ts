import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What only one other service reads, by its run-time role. */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  svc_attachments: [
    '(id, ticket_id, author_id, removed_at) ON core.ticket_comments',
    '(id, ticket_id, comment_id, tracking_hash, tracking_until) ON core.intake_reports',
  ],
  svc_notifications: [
    '(timezone) ON core.locations',
    '(number, title, status, via) ON core.tickets',
    '(id, author_name, body, removed_at) ON core.ticket_comments',
    '(comment_id, user_id) ON core.comment_mentions',
    '(ticket_id, user_id, muted) ON core.ticket_watchers',
    '(id, location_id, equipment_id, label, suspended_until) ON core.intake_codes',
    '(id, name) ON core.equipment',
  ],
};

/** What all readers could read until now. What decides who sees what stays published to all of them. */
const PUBLISHED = [
  '(number, title, status, priority, via, assigned_to, created_by) ON core.tickets',
  '(id, ticket_id, author_id, removed_at, author_name, body, visibility, created_at) ON core.ticket_comments',
  '(comment_id, user_id) ON core.comment_mentions',
  '(ticket_id, user_id, reason, muted) ON core.ticket_watchers',
  '(id, ticket_id, comment_id, tracking_hash, tracking_until) ON core.intake_reports',
  '(id, location_id, equipment_id, label, suspended_until) ON core.intake_codes',
  '(id, name) ON core.equipment',
];

/**
 * Texts and names are read by the service that needs them alone. The versions of svc-attachments and svc-notifications
 * before this one select nothing else, and have the same roles: they go on.
 */
export class GrantByReader1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [role, grants] of Object.entries(GRANTS)) {
      await runner.query(`GRANT USAGE ON SCHEMA core TO ${role}`);
      for (const grant of grants) await runner.query(`GRANT SELECT ${grant} TO ${role}`);
    }
    for (const grant of PUBLISHED) await runner.query(`REVOKE SELECT ${grant} FROM core_readers`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const grant of PUBLISHED) await runner.query(`GRANT SELECT ${grant} TO core_readers`);
    for (const [role, grants] of Object.entries(GRANTS)) {
      for (const grant of grants) await runner.query(`REVOKE SELECT ${grant} FROM ${role}`);
      await runner.query(`REVOKE USAGE ON SCHEMA core FROM ${role}`);
    }
  }
}
