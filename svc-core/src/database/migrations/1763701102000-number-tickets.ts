import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { z } from 'zod';

/** Tickets numbered by one statement: a request that changes one of them waits for as long as that takes. */
const BATCH = 500;

const lastRow = z
  .tuple([z.object({ created_at: z.string(), id: z.guid(), number: z.int() })])
  .or(z.tuple([]));
const batchRow = z.tuple([z.object({ created_at: z.string().nullable(), id: z.guid().nullable() })]);

/**
 * Numbers the tickets in the order of their creation, oldest first, while they are read and written. Each statement is a
 * transaction; an interrupted run continues after the last number. What is created meanwhile has no number yet, and
 * 1763701103000 gives it one. Rows are locked in the order of their ids, as in removals.
 * With a million tickets: docs/performance.md.
 */
export class NumberTickets1763701102000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [last] = lastRow.parse(
      await runner.query(
        `SELECT created_at::text, id, number FROM core.tickets WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1`,
      ),
    );
    let after: [string, string] | null = last ? [last.created_at, last.id] : null;
    let isFirst = after === null;
    while (isFirst || after !== null) {
      isFirst = false;
      const [next]: z.infer<typeof batchRow> = batchRow.parse(
        await runner.query(
          `WITH batch AS MATERIALIZED (
             SELECT id, created_at FROM core.tickets
             WHERE (created_at, id) > ($1::timestamptz, $2::uuid)
             ORDER BY created_at, id LIMIT ${BATCH}
           ), locked AS MATERIALIZED (
             SELECT t.id, t.created_at FROM core.tickets t WHERE t.id = ANY (ARRAY(SELECT id FROM batch)) AND t.number IS NULL
             ORDER BY t.id FOR NO KEY UPDATE
           ), numbered AS (
             SELECT id, (SELECT coalesce(max(number), 0) FROM core.tickets)
               + row_number() OVER (ORDER BY created_at, id) AS number
             FROM locked
           ), updated AS (
             UPDATE core.tickets t SET number = numbered.number FROM numbered WHERE t.id = numbered.id
           )
           SELECT (array_agg(created_at::text ORDER BY created_at DESC, id DESC))[1] AS created_at,
             (array_agg(id ORDER BY created_at DESC, id DESC))[1] AS id
           FROM batch`,
          after ?? ['-infinity', '00000000-0000-0000-0000-000000000000'],
        ),
      );
      after = next.created_at === null || next.id === null ? null : [next.created_at, next.id];
    }
  }

  async down(): Promise<void> {
    // The numbers go with their column.
  }
}
