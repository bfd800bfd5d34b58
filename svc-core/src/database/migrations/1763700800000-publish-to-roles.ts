import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Publishes to roles instead of services by name, so that a service is added without a change here: provisioning makes
 * its run-time role a member of core_readers and its owner one of core_referrers when its service.json reads a table of
 * core.
 */
export class PublishToRoles1763700800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT USAGE ON SCHEMA core TO core_readers, core_referrers');
    await runner.query('GRANT SELECT (id, name, status) ON core.locations TO core_readers');
    await runner.query('GRANT SELECT (manager_id, location_id) ON core.manager_assignments TO core_readers');
    await runner.query('GRANT SELECT (id, location_id) ON core.tickets TO core_readers');
    await runner.query('GRANT REFERENCES (id) ON core.locations, core.tickets TO core_referrers');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['locations', 'manager_assignments', 'tickets']) {
      await runner.query(`REVOKE ALL ON core.${table} FROM core_readers, core_referrers`);
    }
    await runner.query('REVOKE USAGE ON SCHEMA core FROM core_readers, core_referrers');
  }
}
