import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** An item names the change of many tickets that it is about, of which there is one mail for each person. */
export class MailOfBulks1765906102000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.inbox_items ADD COLUMN bulk_id uuid');
    await setForms(runner, "'ticket', 'digest', 'test', 'bulk'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE notifications.deliveries SET form = 'ticket' WHERE form = 'bulk'`);
    await setForms(runner, "'ticket', 'digest', 'test'");
    await runner.query('ALTER TABLE notifications.inbox_items DROP COLUMN bulk_id');
  }
}

async function setForms(runner: QueryRunner, forms: string): Promise<void> {
  await runner.query(`
    ALTER TABLE notifications.deliveries
      DROP CONSTRAINT ck_deliveries_form,
      ADD CONSTRAINT ck_deliveries_form CHECK (form IN (${forms})) NOT VALID`);
}

/** Without the lock that stops writes. */
export class ValidateForms1765906103000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications.deliveries VALIDATE CONSTRAINT ck_deliveries_form');
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
