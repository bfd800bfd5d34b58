import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** An item about a decision about costs says which it was, and about which amount. */
export class TellDecisions1765900303000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications.inbox_items ADD COLUMN decision varchar(10), ADD COLUMN amount numeric(14, 2)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.inbox_items DROP COLUMN decision, DROP COLUMN amount');
  }
}

/** How many items of a kind a person has about a ticket, and the latest of them. */
export class IndexSubjects1765900304000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'notifications',
      name: 'ix_inbox_items_subject',
      definition: 'ON notifications.inbox_items (user_id, ticket_id, kind, created_at DESC, id DESC)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY notifications.ix_inbox_items_subject');
  }
}
