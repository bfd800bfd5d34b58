import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Both kinds of rows hold sums of costs. A larger precision rewrites nothing; the check is validated without the
 * lock.
 */
export class WidenSums1765900300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await setPrecision(runner, 14);
  }

  async down(runner: QueryRunner): Promise<void> {
    await setPrecision(runner, 12);
  }
}

async function setPrecision(runner: QueryRunner, digits: number): Promise<void> {
  await runner.query(`
    ALTER TABLE core.tickets
      DROP CONSTRAINT ck_tickets_approval,
      ALTER COLUMN approved_amount TYPE numeric(${digits}, 2),
      ADD CONSTRAINT ck_tickets_approval CHECK (
        approval IN ('none', 'needed', 'approved', 'declined')
          AND (approved_amount IS NOT NULL) = (approval = 'approved')) NOT VALID`);
  await runner.query(`ALTER TABLE core.ticket_events ALTER COLUMN amount TYPE numeric(${digits}, 2)`);
}

export class ValidateApprovals1765900301000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.tickets VALIDATE CONSTRAINT ck_tickets_approval');
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
