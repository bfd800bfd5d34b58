import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/** The order in which the change feed is read (service-kit, change-feed.ts). */
export class IndexAuditEntriesByTransaction1763700007000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'auth',
      name: 'ix_audit_entries_xid',
      definition: 'ON auth.audit_entries (xid, id)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY auth.ix_audit_entries_xid');
  }
}
