import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** svc-attachments looks every minute for removed comments, whose photos it deletes. */
export class IndexRemovedComments1765901000000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_comments_removed',
      definition: 'ON core.ticket_comments (id) WHERE removed_at IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_comments_removed');
  }
}
