import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** For the list of unassigned tickets, newest first. */
export class IndexUnassignedTickets1763701106000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_tickets_unassigned_created_at',
      definition: 'ON core.tickets (created_at DESC, id DESC) WHERE assigned_to IS NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_tickets_unassigned_created_at');
  }
}
