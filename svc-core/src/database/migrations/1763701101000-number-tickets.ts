import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { z } from 'zod';

/** Tickets numbered by one statement: a request that changes one of them waits for as long as that takes. */
const BATCH = 250;

const position = { createdAt: z.string(), id: z.guid() };
const lastRows = z.array(z.object({ ...position, number: z.int() }));
const batchRows = z.array(z.object({ ...position, numbered: z.int() }));

/** Before all tickets. */
const START = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000', number: 0 };

/**
 * Numbers the tickets in the order of their creation, oldest first, while they are read and written. Each statement is
 * a transaction; an interrupted run continues after the last number. What is created meanwhile is numbered too, or by
 * 1763701103000. Before the index on the number: PostgreSQL keeps the entries of the rows without one until a vacuum.
 * Rows are locked in the order of their ids, as in removals.
 */
export class NumberTickets1763701101000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.numberAll(runner);
    // Each row was written again. Otherwise autovacuum starts now, and the short lock of 1763701103000 waits for its
    // end; this one waits until a running autovacuum gives way, which takes a second.
    await runner.query('SET lock_timeout = 0');
    try {
      await runner.query('VACUUM core.tickets');
    } finally {
      await runner.query('RESET lock_timeout');
    }
  }

  private async numberAll(runner: QueryRunner): Promise<void> {
    const [last = START] = lastRows.parse(
      await runner.query(
        `SELECT created_at::text AS "createdAt", id, number FROM core.tickets
         WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1`,
      ),
    );
    let { createdAt, id, number } = last;
    for (;;) {
      const [batch] = batchRows.parse(
        await runner.query(
          `WITH batch AS MATERIALIZED (
             SELECT id, created_at FROM core.tickets WHERE (created_at, id) > ($1::timestamptz, $2::uuid)
             ORDER BY created_at, id LIMIT ${BATCH}
           ), locked AS MATERIALIZED (
             SELECT id, created_at FROM core.tickets
             WHERE id = ANY (ARRAY(SELECT id FROM batch)) AND number IS NULL ORDER BY id FOR NO KEY UPDATE
           ), numbered AS (
             UPDATE core.tickets t SET number = new.number
             FROM (SELECT id, $3::int + row_number() OVER (ORDER BY created_at, id) AS number FROM locked) AS new
             WHERE t.id = new.id
           )
           SELECT created_at::text AS "createdAt", id, (SELECT count(*)::int FROM locked) AS numbered
           FROM batch ORDER BY batch.created_at DESC, id DESC LIMIT 1`,
          [createdAt, id, number],
        ),
      );
      if (!batch) return;
      ({ createdAt, id } = batch);
      number += batch.numbered;
    }
  }

  async down(): Promise<void> {
    // The numbers go with their column.
  }
}
