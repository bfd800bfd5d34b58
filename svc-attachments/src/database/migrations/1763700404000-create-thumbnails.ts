import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The pictures among the attachments: those whose thumbnail is still to be made (`due_at`), those that have one
 * (`object_key`), and those that cannot have one (neither). The thumbnail's object goes with the attachment.
 */
export class CreateThumbnails1763700404000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attachments.thumbnails (
        attachment_id uuid NOT NULL,
        object_key text,
        attempts smallint NOT NULL DEFAULT 0,
        due_at timestamptz(3) DEFAULT now(),
        CONSTRAINT pk_thumbnails PRIMARY KEY (attachment_id),
        CONSTRAINT fk_thumbnails_attachment_id FOREIGN KEY (attachment_id)
          REFERENCES attachments.attachments (id) ON DELETE CASCADE,
        CONSTRAINT uq_thumbnails_object_key UNIQUE (object_key),
        CONSTRAINT ck_thumbnails_due_at CHECK (object_key IS NULL OR due_at IS NULL)
      )`);
    await runner.query(
      'CREATE INDEX ix_thumbnails_due_at ON attachments.thumbnails (due_at) WHERE due_at IS NOT NULL',
    );
    await runner.query(`
      CREATE FUNCTION attachments.remove_thumbnail_object() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES (OLD.object_key)
        ON CONFLICT (object_key) DO UPDATE SET due_at = now();
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_thumbnails_remove_object AFTER DELETE ON attachments.thumbnails
      FOR EACH ROW WHEN (OLD.object_key IS NOT NULL) EXECUTE FUNCTION attachments.remove_thumbnail_object()`);
    await runner.query('GRANT SELECT, INSERT ON attachments.thumbnails TO svc_attachments');
    await runner.query(
      'GRANT UPDATE (object_key, attempts, due_at) ON attachments.thumbnails TO svc_attachments',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attachments.thumbnails');
    await runner.query('DROP FUNCTION attachments.remove_thumbnail_object()');
  }
}
