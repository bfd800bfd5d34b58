import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * An archived location stays with all its rows, and is left out of lists, counts and whatever happens by itself. The
 * version before goes on showing it. svc-notifications reads the column, because it tells nobody of such a location.
 */
export class ArchiveLocations1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.locations ADD COLUMN archived_at timestamptz(3)');
    await runner.query(
      'CREATE INDEX ix_locations_hidden ON core.locations (id) WHERE removed_at IS NOT NULL OR archived_at IS NOT NULL',
    );
    await runner.query('GRANT SELECT (archived_at) ON core.locations TO svc_notifications');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.locations DROP COLUMN archived_at');
  }
}
