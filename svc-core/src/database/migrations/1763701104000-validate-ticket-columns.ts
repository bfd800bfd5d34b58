import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Reads all tickets once, while they are read and written. */
export class ValidateTicketColumns1763701104000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const constraint of ['tickets_number_not_null', 'ck_tickets_number', 'ck_tickets_via']) {
      await runner.query(`ALTER TABLE core.tickets VALIDATE CONSTRAINT ${constraint}`);
    }
  }

  async down(): Promise<void> {
    // A validated constraint is removed like one that is not.
  }
}
