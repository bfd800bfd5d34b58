import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The transaction that wrote an entry, for the change feed (decision 35): an id or a time says when a change began, and
 * a reader that follows one of them misses what commits later. The entries of before share the number of this
 * migration. The default does it, so that a service of the previous version writes the column too; PostgreSQL evaluates
 * it once for the rows that are there, and rewrites none.
 */
export class OrderAuditEntries1763700006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE auth.audit_entries ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth.audit_entries DROP COLUMN xid');
  }
}
