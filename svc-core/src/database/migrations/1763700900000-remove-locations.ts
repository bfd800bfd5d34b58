import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * A location of any size is removed at once: `removed_at` hides it with all that belongs to it, and its rows go in
 * batches in the background (locations/location-removals.ts). Who asked is kept for the audit entries of the batches.
 * Row security hides it from the readers of the published table, with no column that they would have to know; svc_core,
 * which has to see what it removes, says so itself (assignments/sight.ts). Only this table: under row security
 * PostgreSQL estimates searches without statistics, which is too costly where tickets are searched.
 */
export class RemoveLocations1763700900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.locations ADD COLUMN removed_at timestamptz(3)');
    // Its store number is free again at once. Under its old name, which the error mapping knows.
    await runner.query('ALTER TABLE core.locations DROP CONSTRAINT uq_locations_store_number');
    await runner.query(
      'CREATE UNIQUE INDEX uq_locations_store_number ON core.locations (store_number) WHERE removed_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX ix_locations_removed ON core.locations (id) WHERE removed_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TABLE core.location_removals (
        location_id uuid NOT NULL,
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        requested_by uuid,
        request_id varchar(64),
        CONSTRAINT pk_location_removals PRIMARY KEY (location_id),
        CONSTRAINT fk_location_removals_location_id FOREIGN KEY (location_id)
          REFERENCES core.locations (id) ON DELETE CASCADE
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE (requested_at) ON core.location_removals TO svc_core');

    await runner.query('CREATE POLICY everything ON core.locations USING (true) WITH CHECK (true)');
    await runner.query(
      `CREATE POLICY not_removed ON core.locations AS RESTRICTIVE FOR SELECT TO core_readers
       USING (removed_at IS NULL)`,
    );
    await runner.query('ALTER TABLE core.locations ENABLE ROW LEVEL SECURITY');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.locations DISABLE ROW LEVEL SECURITY');
    await runner.query('DROP POLICY not_removed ON core.locations');
    await runner.query('DROP POLICY everything ON core.locations');
    await runner.query('DROP TABLE core.location_removals');
    await runner.query('DELETE FROM core.locations WHERE removed_at IS NOT NULL');
    await runner.query('DROP INDEX core.ix_locations_removed');
    await runner.query('DROP INDEX core.uq_locations_store_number');
    await runner.query(
      'ALTER TABLE core.locations ADD CONSTRAINT uq_locations_store_number UNIQUE (store_number)',
    );
    await runner.query('ALTER TABLE core.locations DROP COLUMN removed_at');
  }
}
