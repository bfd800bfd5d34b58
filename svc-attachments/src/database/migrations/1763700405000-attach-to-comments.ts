import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The comment that an attachment belongs to; null where it belongs to the ticket alone. A comment is deleted only with
 * its ticket, and its attachments with it. The column is new and empty, so PostgreSQL adds the key without reading the
 * table.
 */
export class AttachToComments1763700405000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attachments.attachments
        ADD COLUMN comment_id uuid
          CONSTRAINT fk_attachments_comment_id REFERENCES core.ticket_comments (id) ON DELETE CASCADE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments.attachments DROP COLUMN comment_id');
  }
}
