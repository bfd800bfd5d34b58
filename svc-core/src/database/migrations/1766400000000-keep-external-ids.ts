import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

const tables = {
  tickets: 'external_id IS NOT NULL',
  equipment: 'external_id IS NOT NULL AND removed_at IS NULL',
  locations: 'external_id IS NOT NULL AND removed_at IS NULL',
};

/** The references of other systems (decision 70). */
export class KeepExternalIds1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(tables))
      await runner.query(`ALTER TABLE core.${table} ADD COLUMN external_id varchar(120)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(tables))
      await runner.query(`ALTER TABLE core.${table} DROP COLUMN external_id`);
  }
}

/** Compared as serials are, by `core.key_of`. */
export class IndexExternalIds1766400001000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, condition] of Object.entries(tables))
      await createIndexConcurrently(runner, {
        schema: 'core',
        name: `uq_${table}_external_id`,
        definition: `ON core.${table} (core.key_of(external_id)) WHERE ${condition}`,
        isUnique: true,
      });
    // For equipment of any location.
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_equipment_serial',
      definition: 'ON core.equipment (core.key_of(serial)) WHERE serial IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_equipment_serial');
    for (const table of Object.keys(tables))
      await runner.query(`DROP INDEX CONCURRENTLY core.uq_${table}_external_id`);
  }
}
