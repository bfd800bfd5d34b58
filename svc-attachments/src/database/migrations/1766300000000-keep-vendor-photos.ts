import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/**
 * Photos of the jobs of vendors are rows like those of reports: one of `report_id` and `job_id` is set. `purpose`: what
 * one of a job shows. `attachment_id`: the attachment that it became, by which the page of its link finds it.
 */
export class KeepVendorPhotos1766300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attachments.report_photos
        ALTER COLUMN report_id DROP NOT NULL,
        ADD COLUMN job_id uuid,
        ADD COLUMN purpose varchar(10),
        ADD COLUMN attachment_id uuid,
        ADD CONSTRAINT fk_report_photos_job_id FOREIGN KEY (job_id)
          REFERENCES core.vendor_jobs (id) ON DELETE CASCADE NOT VALID,
        ADD CONSTRAINT ck_report_photos_job_id CHECK (num_nonnulls(report_id, job_id) = 1) NOT VALID;
      GRANT UPDATE (attachment_id) ON attachments.report_photos TO svc_attachments`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM attachments.report_photos WHERE job_id IS NOT NULL');
    await runner.query(`
      ALTER TABLE attachments.report_photos
        DROP COLUMN attachment_id, DROP COLUMN purpose, DROP COLUMN job_id, ALTER COLUMN report_id SET NOT NULL`);
  }
}

/** Without the lock that adding a check takes. */
export class ValidateVendorPhotos1766300001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const constraint of ['fk_report_photos_job_id', 'ck_report_photos_job_id'])
      await runner.query(`ALTER TABLE attachments.report_photos VALIDATE CONSTRAINT ${constraint}`);
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}

export class IndexVendorPhotos1766300002000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'attachments',
      name: 'ix_report_photos_job_id',
      definition: 'ON attachments.report_photos (job_id, granted_at) WHERE job_id IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY attachments.ix_report_photos_job_id');
  }
}
