import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The photos that somebody without an account adds to a report: uploads that were granted, with the key `uploads/<id>`,
 * and those that were recorded as attachments. A photo that was recorded counts among the five of its report for ever;
 * its `expires_at` becomes null when its URL no longer works and what came through it was removed.
 */
export class CreateReportPhotos1763700407000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attachments.report_photos (
        id uuid NOT NULL,
        report_id uuid NOT NULL,
        granted_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        closed_at timestamptz(3),
        recorded_at timestamptz(3),
        CONSTRAINT pk_report_photos PRIMARY KEY (id),
        CONSTRAINT fk_report_photos_report_id FOREIGN KEY (report_id)
          REFERENCES core.intake_reports (id) ON DELETE CASCADE,
        CONSTRAINT ck_report_photos_expires_at
          CHECK (expires_at > granted_at AND (expires_at IS NOT NULL OR recorded_at IS NOT NULL)),
        CONSTRAINT ck_report_photos_closed_at CHECK (closed_at IS NULL OR recorded_at IS NULL)
      )`);
    await runner.query(
      'CREATE INDEX ix_report_photos_report_id ON attachments.report_photos (report_id, granted_at)',
    );
    await runner.query(
      `CREATE INDEX ix_report_photos_expires_at ON attachments.report_photos (expires_at)
       WHERE expires_at IS NOT NULL`,
    );

    // SECURITY DEFINER: whoever deletes a ticket in another schema has no rights on the outbox.
    await runner.query(`
      CREATE FUNCTION attachments.remove_uploaded_photo() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES ('uploads/' || OLD.id)
        ON CONFLICT (object_key) DO UPDATE SET due_at = now();
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_report_photos_remove_object AFTER DELETE ON attachments.report_photos
      FOR EACH ROW EXECUTE FUNCTION attachments.remove_uploaded_photo()`);

    await runner.query('GRANT SELECT, INSERT, DELETE ON attachments.report_photos TO svc_attachments');
    await runner.query(
      'GRANT UPDATE (expires_at, closed_at, recorded_at) ON attachments.report_photos TO svc_attachments',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attachments.report_photos');
    await runner.query('DROP FUNCTION attachments.remove_uploaded_photo()');
  }
}
