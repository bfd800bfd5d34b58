import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';
import { z } from 'zod';

/** Rows written by one statement: a request that changes one of them waits for as long as that takes. */
const BATCH = 250;
const lastRows = z.array(z.object({ id: z.guid() }));

/**
 * Has the trigger fill the rows that are there. Each statement is a transaction, and an interrupted run may begin
 * again.
 */
export class FillDeadlineOrder1765900401000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) {
      const [last] = lastRows.parse(
        await runner.query(
          `WITH batch AS MATERIALIZED (
             SELECT ticket_id FROM core.ticket_deadlines WHERE ticket_id > $1 ORDER BY ticket_id LIMIT ${BATCH}
           ), locked AS MATERIALIZED (
             SELECT ticket_id FROM core.ticket_deadlines
             WHERE ticket_id = ANY (ARRAY(SELECT ticket_id FROM batch)) AND status IS NULL
             ORDER BY ticket_id FOR NO KEY UPDATE SKIP LOCKED
           ), filled AS (
             UPDATE core.ticket_deadlines d SET passed = d.passed FROM locked WHERE d.ticket_id = locked.ticket_id
           )
           SELECT ticket_id AS id FROM batch ORDER BY ticket_id DESC LIMIT 1`,
          [after],
        ),
      );
      after = last?.id;
    }
    // Who had locked them has written them, unless it failed.
    await runner.query('UPDATE core.ticket_deadlines SET passed = passed WHERE status IS NULL');
  }

  async down(): Promise<void> {
    // What is filled goes with its columns.
  }
}

export class IndexDeadlineOrder1765900402000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_deadlines_order',
      definition: `ON core.ticket_deadlines (is_paused, order_due_at, order_created, ticket_id)
        INCLUDE (location_id, status, at_risk_at) WHERE order_due_at IS NOT NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_deadlines_order');
  }
}
