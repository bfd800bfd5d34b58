import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Photos of reports get the ids that all rows have. Pictures that had no thumbnail, because they are damaged or their
 * name or type was wrong, get one: after a time in which replicas of the version before, which refuse them, have ended.
 */
export class MendPhotos1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments.report_photos ALTER COLUMN id SET DEFAULT uuidv7()');
    await runner.query(`
      INSERT INTO attachments.thumbnails (attachment_id, due_at)
      SELECT id, now() + interval '15 minutes' FROM attachments.attachments
      WHERE file_size <= 33554432 AND file_type IN
        ('image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/heif')
      ON CONFLICT (attachment_id) DO UPDATE SET due_at = EXCLUDED.due_at, attempts = 0
        WHERE thumbnails.object_key IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments.report_photos ALTER COLUMN id DROP DEFAULT');
  }
}
