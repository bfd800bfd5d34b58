import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import { Repetition } from '../background/repetition.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

const EVERY_MS = 2000;
/** Changes of one round: more than come in that time, and few enough to add up in a moment. */
const ROUND_SIZE = 20_000;

const lockRow = z.object({ isFirst: z.boolean() });

/** Keeps counting cheap: adds what changed to the counts, so that few changes are left to be read. In SQL: one
 * statement moves and sums thousands of rows. */
@Injectable()
export class CountFolding implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(CountFolding.name);
  private readonly repetition = new Repetition(
    EVERY_MS,
    () => this.fold(),
    (error) => this.logger.warn({ err: error }, 'Count changes wait for the next round'),
  );

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.repetition.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.repetition.stop();
  }

  /** Adds up the changes, unless another replica is at it. The counts that are read stay the same. */
  fold(): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const [first] = await this.database.rows(
        lockRow,
        sql`SELECT pg_try_advisory_xact_lock(hashtext('core.counts')) AS "isFirst"`,
        { within: transaction },
      );
      if (first?.isFirst !== true) return;
      const keys = sql`entity, location_id, status, priority, ticket_type, completed`;
      await this.database.run(
        sql`
          WITH changes AS (
            DELETE FROM core.count_changes
            WHERE ctid = ANY (ARRAY(SELECT ctid FROM core.count_changes LIMIT ${ROUND_SIZE})) RETURNING *
          )
          INSERT INTO core.counts AS c (${keys}, count)
          SELECT ${keys}, sum(count) FROM changes GROUP BY ${keys} HAVING sum(count) <> 0
          ON CONFLICT ON CONSTRAINT uq_counts DO UPDATE SET count = c.count + excluded.count`,
        { within: transaction },
      );
    });
  }
}
