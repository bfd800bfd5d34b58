import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** For the cascade from a comment. */
export class IndexComments1763700406000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'attachments',
      name: 'ix_attachments_comment_id',
      definition: 'ON attachments.attachments (comment_id) WHERE comment_id IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY attachments.ix_attachments_comment_id');
  }
}
