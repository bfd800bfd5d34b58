import { Metrics, PG_POOL, readChanges } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { Repository } from 'typeorm';
import { FeedPosition } from './feed-position.entity.ts';

/** What the inbox does, as metrics. */
@Injectable()
export class InboxMetrics {
  readonly itemsWritten: Counter<'kind'>;
  readonly itemsRead: Counter;

  constructor(
    metrics: Metrics,
    @Inject(PG_POOL) private readonly pool: Pool,
    @InjectRepository(FeedPosition) private readonly positions: Repository<FeedPosition>,
  ) {
    this.itemsWritten = new Counter({
      name: 'inbox_items_written_total',
      help: 'Items written, by kind; also those that are only mailed.',
      labelNames: ['kind'] as const,
      registers: [metrics.registry],
    });
    this.itemsRead = new Counter({
      name: 'inbox_items_read_total',
      help: 'Items that their users have read.',
      registers: [metrics.registry],
    });
    metrics.addGauge({
      name: 'inbox_lag_seconds',
      help: 'Seconds since the oldest change that did not become items yet; 0 without one, NaN while PostgreSQL is unavailable.',
      read: () => this.readLag(),
    });
  }

  private async readLag(): Promise<number> {
    const { cursor } = await this.positions.findOneByOrFail({ id: true });
    const [next] = (await readChanges(this.pool, cursor, 1)).changes;
    return next ? (Date.now() - next.occurredAt.getTime()) / 1000 : 0;
  }
}
