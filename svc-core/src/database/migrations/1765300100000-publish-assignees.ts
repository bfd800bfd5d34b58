import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** svc-notifications tells the assignee of a ticket of its due date. */
export class PublishAssignees1765300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT SELECT (assigned_to) ON core.tickets TO svc_notifications');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (assigned_to) ON core.tickets FROM svc_notifications');
  }
}
