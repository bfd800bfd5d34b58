import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What a user may see, as svc-core decides: an administrator everything, a manager what is at their locations. */
const visible = {
  locations: `
    SELECT l.id FROM core.locations l
    WHERE l.removed_at IS NULL AND (
      EXISTS (SELECT FROM auth.users u WHERE u.id = viewer AND u.role = 'admin')
      OR l.id IN (SELECT m.location_id FROM core.manager_assignments m WHERE m.manager_id = viewer))`,
  equipment: `
    SELECT e.id FROM core.equipment e
    WHERE e.removed_at IS NULL AND e.location_id IN (SELECT v.id FROM core.visible_locations(viewer) v)`,
  vendors: `
    SELECT v.id FROM core.vendors v
    WHERE v.location_ids = '{}' OR EXISTS (SELECT FROM auth.users u WHERE u.id = viewer AND u.role = 'admin')
      OR v.location_ids && ARRAY(SELECT m.location_id FROM core.manager_assignments m WHERE m.manager_id = viewer)`,
};

/** Functions that other services call with the id of a user. They run with the rights of the caller on the tables. */
export class PublishVisibility1765900500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, select] of Object.entries(visible)) {
      const name = `core.visible_${table}(uuid)`;
      // As text, so that it does not bind the tables of svc-auth.
      await runner.query(
        `CREATE FUNCTION core.visible_${table}(viewer uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$${select}$$`,
      );
      await runner.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`);
      await runner.query(`GRANT EXECUTE ON FUNCTION ${name} TO svc_core, svc_reports`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(visible).reverse()) {
      await runner.query(`DROP FUNCTION core.visible_${table}`);
    }
  }
}
