import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

/**
 * All entries about one ticket, in the order in which they were written: those of the ticket itself, and those of its
 * comments and attachments, whose rows name it. A query uses it with the same expression and condition.
 */
export class IndexAuditEntriesByTicket1763700008000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'auth',
      name: 'ix_audit_entries_ticket',
      definition: `ON auth.audit_entries (
          (CASE WHEN entity = 'ticket' THEN entity_id ELSE (coalesce(after, before) ->> 'ticket_id')::uuid END), id
        )
        WHERE entity IN ('ticket', 'ticket_comment', 'attachment')`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY auth.ix_audit_entries_ticket');
  }
}
