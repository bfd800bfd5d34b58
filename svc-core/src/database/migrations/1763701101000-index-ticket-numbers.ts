import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** The unique index under a ticket's number. It also finds the tickets that have none yet. */
export class IndexTicketNumbers1763701101000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'uq_tickets_number',
      definition: 'ON core.tickets (number)',
      isUnique: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.uq_tickets_number');
  }
}
