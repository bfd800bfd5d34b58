import { Metrics } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { DeadlinesRepository } from './deadlines.repository.ts';

/** How late the clock of deadlines is, as a metric. */
@Injectable()
export class DeadlineLag {
  constructor(metrics: Metrics, rows: DeadlinesRepository) {
    metrics.addGauge({
      name: 'deadline_lag_seconds',
      help: 'Seconds since the oldest moment of a deadline that was not notified yet; 0 without one, NaN while PostgreSQL is unavailable.',
      read: () => rows.lag(),
    });
  }
}
