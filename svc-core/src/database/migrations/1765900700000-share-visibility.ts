import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const locationsWhere = (isAssigned: string): string => `
  CREATE OR REPLACE FUNCTION core.visible_locations(viewer uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
    SELECT l.id FROM core.locations l
    WHERE l.removed_at IS NULL AND (
      EXISTS (SELECT FROM auth.users u WHERE u.id = viewer AND u.role = 'admin') OR ${isAssigned})$$`;

/** svc-notifications asks for one location of many users: an index finds the assignment. */
export class ShareVisibility1765900700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      locationsWhere(`EXISTS (
        SELECT FROM core.manager_assignments m WHERE m.location_id = l.id AND m.manager_id = viewer)`),
    );
    await runner.query('GRANT EXECUTE ON FUNCTION core.visible_locations(uuid) TO svc_notifications');
    await runner.query('GRANT SELECT (removed_at) ON core.locations TO svc_notifications');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('REVOKE SELECT (removed_at) ON core.locations FROM svc_notifications');
    await runner.query('REVOKE EXECUTE ON FUNCTION core.visible_locations(uuid) FROM svc_notifications');
    await runner.query(
      locationsWhere(
        'l.id IN (SELECT m.location_id FROM core.manager_assignments m WHERE m.manager_id = viewer)',
      ),
    );
  }
}
