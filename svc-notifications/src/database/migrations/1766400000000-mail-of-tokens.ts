import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** A mail says that a personal access token ends soon. Its key names the token: `token:<id>`. */
export class MailOfTokens1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setForms(runner, "'ticket', 'digest', 'test', 'bulk', 'token'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM notifications.deliveries WHERE form = 'token'");
    await setForms(runner, "'ticket', 'digest', 'test', 'bulk'");
  }
}

/** Without a look at the rows: each has a form of the narrower check. */
const setForms = (runner: QueryRunner, forms: string): Promise<unknown> =>
  runner.query(`
    ALTER TABLE notifications.deliveries
      DROP CONSTRAINT ck_deliveries_form,
      ADD CONSTRAINT ck_deliveries_form CHECK (form IN (${forms})) NOT VALID`);
