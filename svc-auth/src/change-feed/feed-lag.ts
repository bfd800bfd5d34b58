import { Metrics, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';

const lagRow = z.object({ seconds: z.number() });

/**
 * How far the change feed is behind, as a metric: a transaction that stays open holds back all changes after it. In
 * SQL: an aggregate, and the snapshot.
 */
@Injectable()
export class FeedLag {
  constructor(
    metrics: Metrics,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {
    metrics.addGauge({
      name: 'feed_lag_seconds',
      help: 'Seconds since the oldest change that the feed holds back; 0 without one, NaN while PostgreSQL is unavailable.',
      read: () => this.read(),
    });
  }

  private async read(): Promise<number> {
    const [lag] = await selectRows(this.pool, lagRow, {
      name: 'read-feed-lag',
      // A larger xid comes from another cluster, by a restored backup; it never holds the feed back.
      text: `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(occurred_at)), 0)::float8 AS seconds
             FROM auth.changes
             WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()) AND xid < pg_snapshot_xmax(pg_current_snapshot())`,
    });
    return lag?.seconds ?? 0;
  }
}
