import { CONFIG, execute, HourlyPurge, PG_POOL } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';

/** Deletes items that are old, and sooner those that were read or that the inbox does not show. */
@Injectable()
export class InboxRetention extends HourlyPurge {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  protected deleteSome(limit: number): Promise<number> {
    const { INBOX_READ_DAYS, INBOX_DAYS } = this.config;
    // In SQL: a batch that skips locked rows.
    return execute(this.pool, {
      text: `DELETE FROM notifications.inbox_items WHERE id IN (
               SELECT id FROM notifications.inbox_items
               WHERE created_at < now() - make_interval(days => least($1::int, $2::int))
                 AND (read_at IS NOT NULL OR NOT in_app OR created_at < now() - make_interval(days => $2::int))
               LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      values: [INBOX_READ_DAYS, INBOX_DAYS, limit],
    });
  }
}
