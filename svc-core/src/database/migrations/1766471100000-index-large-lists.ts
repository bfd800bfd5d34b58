import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** The search of equipment. */
export class IndexEquipmentNames1766471100000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_equipment_name_folded',
      definition: 'ON core.equipment USING gin (core.folded(name) gin_trgm_ops)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_equipment_name_folded');
  }
}

/** Unassigned tickets of a manager with many locations: open ones of somebody who left count, too. */
export class IndexUnassigned1766471101000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_tickets_location_id_unassigned',
      definition: "ON core.tickets (location_id) WHERE assigned_to IS NULL OR status <> 'solved'",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_tickets_location_id_unassigned');
  }
}
