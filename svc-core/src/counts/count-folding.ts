import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

const EVERY_MS = 2000;
/** Changes added up by one statement: few enough to stay within the statement timeout. */
const ROUND_SIZE = 20_000;

const foldedRow = z.object({ changes: z.int() });
const lockRow = z.object({ isFirst: z.boolean() });

/**
 * Keeps reading counts fast: adds pending changes to the stored counts, so that few changes must be read. In SQL,
 * because one statement moves and sums thousands of rows.
 */
@Injectable()
export class CountFolding extends BackgroundWork {
  constructor(private readonly database: Database) {
    super();
  }

  @Interval('fold counts', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'Count changes could not be added up; retrying in the next round');
  }

  private async runAll(): Promise<void> {
    let folded: number;
    do folded = await this.fold();
    while (folded === ROUND_SIZE && !this.isStopping);
  }

  /**
   * Adds up the pending changes, unless another replica is doing so. The resulting counts do not change.
   * @returns the number of changes, {@link ROUND_SIZE} when there may be more
   */
  fold(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const [first] = await this.database.rows(
        lockRow,
        sql`SELECT pg_try_advisory_xact_lock(hashtext('core.counts')) AS "isFirst"`,
        { within: transaction },
      );
      if (first?.isFirst !== true) return 0;
      const keys = sql`entity, location_id, status, priority, ticket_type, completed`;
      const [folded] = await this.database.rows(
        foldedRow,
        sql`
          WITH changes AS (
            DELETE FROM core.count_changes
            WHERE ctid = ANY (ARRAY(SELECT ctid FROM core.count_changes LIMIT ${ROUND_SIZE})) RETURNING *
          ), added AS (
            INSERT INTO core.counts AS c (${keys}, count)
            SELECT ${keys}, sum(count) FROM changes GROUP BY ${keys} HAVING sum(count) <> 0
            ON CONFLICT ON CONSTRAINT uq_counts DO UPDATE SET count = c.count + excluded.count
          )
          SELECT count(*)::int AS changes FROM changes`,
        { within: transaction },
      );
      return folded?.changes ?? 0;
    });
  }
}
