import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** For the tickets of a piece of equipment, newest first, for its removal, and for the number of open ones. */
export class IndexTicketsOfEquipment1763701110000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_tickets_equipment_id',
      definition: 'ON core.tickets (equipment_id, created_at DESC, id DESC) WHERE equipment_id IS NOT NULL',
    });
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_tickets_equipment_id_open',
      definition: `ON core.tickets (equipment_id) WHERE equipment_id IS NOT NULL AND status <> 'solved'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_tickets_equipment_id_open');
    await runner.query('DROP INDEX CONCURRENTLY core.ix_tickets_equipment_id');
  }
}
