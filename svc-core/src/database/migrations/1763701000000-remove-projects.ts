import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * A project of any size is removed at once: `removed_at` hides it, and its tasks leave it in batches in the background
 * (removals/removals.ts). Who asked is kept for the audit entries of the batches.
 */
export class RemoveProjects1763701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE core.projects ADD COLUMN removed_at timestamptz(3)');
    await runner.query(`
      CREATE TABLE core.project_removals (
        project_id uuid NOT NULL,
        requested_at timestamptz(3) NOT NULL DEFAULT now(),
        requested_by uuid,
        request_id varchar(64),
        CONSTRAINT pk_project_removals PRIMARY KEY (project_id),
        CONSTRAINT fk_project_removals_project_id FOREIGN KEY (project_id)
          REFERENCES core.projects (id) ON DELETE CASCADE
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE (requested_at) ON core.project_removals TO svc_core');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.project_removals');
    await runner.query('DELETE FROM core.projects WHERE removed_at IS NOT NULL');
    await runner.query('ALTER TABLE core.projects DROP COLUMN removed_at');
  }
}
