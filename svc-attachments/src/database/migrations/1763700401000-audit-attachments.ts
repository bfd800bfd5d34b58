import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Attachments in the audit trail that svc-auth keeps for all services. */
export class AuditAttachments1763700401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER tr_attachments_audit AFTER INSERT OR UPDATE OR DELETE ON attachments.attachments
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('attachment')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tr_attachments_audit ON attachments.attachments');
  }
}
