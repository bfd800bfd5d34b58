import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** A photo of a report that was refused is kept, as one that was recorded: it counts among the five for ever. */
export class KeepRefusedPhotos1765200053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attachments.report_photos
        DROP CONSTRAINT ck_report_photos_expires_at,
        ADD CONSTRAINT ck_report_photos_expires_at CHECK (expires_at > granted_at
          AND (expires_at IS NOT NULL OR recorded_at IS NOT NULL OR closed_at IS NOT NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DELETE FROM attachments.report_photos WHERE expires_at IS NULL AND recorded_at IS NULL',
    );
    await runner.query(`
      ALTER TABLE attachments.report_photos
        DROP CONSTRAINT ck_report_photos_expires_at,
        ADD CONSTRAINT ck_report_photos_expires_at
          CHECK (expires_at > granted_at AND (expires_at IS NOT NULL OR recorded_at IS NOT NULL))`);
  }
}
