import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** The code of the problem of each ticket that a change of many has not changed; null of those before. */
export class KeepCodes1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.bulk_change_tickets ADD COLUMN code text;
      GRANT UPDATE (code) ON core.bulk_change_tickets TO svc_core`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.bulk_change_tickets DROP COLUMN code');
  }
}
