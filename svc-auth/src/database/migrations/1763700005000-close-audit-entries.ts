import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const everybody =
  'svc_auth, svc_core, svc_attachments, core_owner, attachments_owner, auth_readers, auth_referrers';

/**
 * The audit trail holds the contents of all tables: svc-core reads it for GET /api/audit, and nobody else. Nobody
 * writes it but the trigger function. Apart from 1763700004000, so that no statement that began with the former
 * function is still under way when the right to insert goes.
 */
export class CloseAuditEntries1763700005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE ALL ON auth.audit_entries FROM ${everybody}`);
    await runner.query('GRANT SELECT ON auth.audit_entries TO svc_core');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`GRANT INSERT ON auth.audit_entries TO ${everybody}`);
    await runner.query(
      'GRANT SELECT ON auth.audit_entries TO svc_auth, svc_core, svc_attachments, auth_readers',
    );
  }
}
