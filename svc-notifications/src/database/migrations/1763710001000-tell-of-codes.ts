import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** An item of the inbox may be about a QR code instead of a ticket. The version before this one shows it as gone. */
export class TellOfCodes1763710001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.inbox_items ADD COLUMN code_id uuid');
    await runner.query('ALTER TABLE notifications.inbox_items ALTER COLUMN ticket_id DROP NOT NULL');
    await runner.query(
      `ALTER TABLE notifications.inbox_items ADD CONSTRAINT ck_inbox_items_subject
       CHECK ((ticket_id IS NULL) <> (code_id IS NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM notifications.inbox_items WHERE ticket_id IS NULL');
    await runner.query('ALTER TABLE notifications.inbox_items DROP CONSTRAINT ck_inbox_items_subject');
    await runner.query('ALTER TABLE notifications.inbox_items ALTER COLUMN ticket_id SET NOT NULL');
    await runner.query('ALTER TABLE notifications.inbox_items DROP COLUMN code_id');
  }
}
