import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What svc-notifications says of a ticket and a comment, and whom it concerns. */
export class PublishConversations1763701108000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'GRANT SELECT (number, title, status, priority, via, assigned_to, created_by) ON core.tickets TO core_readers',
    );
    await runner.query(
      'GRANT SELECT (author_name, body, visibility, created_at) ON core.ticket_comments TO core_readers',
    );
    await runner.query('GRANT SELECT (comment_id, user_id) ON core.comment_mentions TO core_readers');
    await runner.query(
      'GRANT SELECT (ticket_id, user_id, reason, muted) ON core.ticket_watchers TO core_readers',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'REVOKE SELECT (number, title, status, priority, via, assigned_to, created_by) ON core.tickets FROM core_readers',
    );
    await runner.query(
      'REVOKE SELECT (author_name, body, visibility, created_at) ON core.ticket_comments FROM core_readers',
    );
    await runner.query('REVOKE SELECT (comment_id, user_id) ON core.comment_mentions FROM core_readers');
    await runner.query(
      'REVOKE SELECT (ticket_id, user_id, reason, muted) ON core.ticket_watchers FROM core_readers',
    );
  }
}
