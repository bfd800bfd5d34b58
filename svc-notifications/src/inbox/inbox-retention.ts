import { BackgroundWork, CONFIG, execute, PG_POOL } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Items deleted by one statement: few enough to stay below a second. */
const ITEMS_AT_ONCE = 1000;

/** Deletes old items hourly, in every replica; rows locked by another replica are skipped. */
@Injectable()
export class InboxRetention extends BackgroundWork {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  @Interval('delete old items of the inbox', EVERY_MS)
  run(): void {
    this.start(() => this.deleteOld(), 'Old items of the inbox could not be deleted; retrying in an hour');
  }

  /** Deletes items that are old, and sooner those that were read or that the inbox does not show. */
  async deleteOld(): Promise<void> {
    const { INBOX_READ_DAYS, INBOX_DAYS } = this.config;
    let deleted: number;
    do {
      // In SQL: a batch that skips locked rows.
      deleted = await execute(this.pool, {
        text: `DELETE FROM notifications.inbox_items WHERE id IN (
                 SELECT id FROM notifications.inbox_items
                 WHERE created_at < now() - make_interval(days => least($1::int, $2::int))
                   AND (read_at IS NOT NULL OR NOT in_app OR created_at < now() - make_interval(days => $2::int))
                 LIMIT $3 FOR UPDATE SKIP LOCKED)`,
        values: [INBOX_READ_DAYS, INBOX_DAYS, ITEMS_AT_ONCE],
      });
    } while (deleted === ITEMS_AT_ONCE && !this.isStopping);
  }
}
