import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Photos of steps of checklists. A row is written with the grant of its upload, whose key is `uploads/<id>`; one that
 * was recorded has an object, which goes with the run. `object_key` and `file_size`, in bytes: null until then.
 */
export class KeepCheckPhotos1766200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attachments.check_photos (
        id uuid NOT NULL,
        run_id uuid NOT NULL,
        step_id uuid NOT NULL,
        granted_at timestamptz(3) NOT NULL DEFAULT now(),
        object_key text,
        file_size integer,
        CONSTRAINT pk_check_photos PRIMARY KEY (id),
        CONSTRAINT fk_check_photos_run_id FOREIGN KEY (run_id)
          REFERENCES core.checklist_runs (id) ON DELETE CASCADE,
        CONSTRAINT uq_check_photos_object_key UNIQUE (object_key)
      );
      CREATE INDEX ix_check_photos_run_id ON attachments.check_photos (run_id, step_id);
      CREATE INDEX ix_check_photos_granted_at ON attachments.check_photos (granted_at) WHERE object_key IS NULL;
      CREATE FUNCTION attachments.remove_check_photo() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES (OLD.object_key)
        ON CONFLICT (object_key) DO UPDATE SET due_at = now();
        RETURN NULL;
      END $$;
      CREATE TRIGGER tr_check_photos_remove_object AFTER DELETE ON attachments.check_photos
        FOR EACH ROW WHEN (OLD.object_key IS NOT NULL) EXECUTE FUNCTION attachments.remove_check_photo();
      GRANT SELECT, INSERT, UPDATE (object_key, file_size), DELETE ON attachments.check_photos TO svc_attachments`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attachments.check_photos');
    await runner.query('DROP FUNCTION attachments.remove_check_photo');
  }
}
