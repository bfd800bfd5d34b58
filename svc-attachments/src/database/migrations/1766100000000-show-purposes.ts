import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What a picture shows: the work before it was begun, or finished. Only this changes of an attachment. */
export class ShowPurposes1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE attachments.attachments
        ADD COLUMN purpose varchar(10),
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD CONSTRAINT ck_attachments_purpose CHECK (purpose IN ('before', 'after')) NOT VALID`);
    await runner.query(`
      CREATE TRIGGER tr_attachments_version BEFORE UPDATE ON attachments.attachments
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query('GRANT UPDATE (purpose) ON attachments.attachments TO svc_attachments');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_attachments_version ON attachments.attachments');
    await runner.query('ALTER TABLE attachments.attachments DROP COLUMN purpose, DROP COLUMN version');
  }
}

/** Without the lock that adding the check takes. */
export class ValidatePurposes1766100001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments.attachments VALIDATE CONSTRAINT ck_attachments_purpose');
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}
