import { Metrics } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.ts';
import { MAILER, type Mailer } from './mailer.ts';

const outcomes = ['sent', 'dropped', 'retried', 'failed'] as const;

/** What became of mails, and how late they are. */
@Injectable()
export class MailMetrics {
  private readonly deliveries: Counter<'outcome'>;

  constructor(metrics: Metrics, repository: DeliveriesRepository, @Inject(MAILER) mailer: Mailer | null) {
    this.deliveries = new Counter({
      name: 'mail_deliveries_total',
      help: 'Mails by outcome: sent, dropped as no longer wanted, to be retried, or failed for good.',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    // Prometheus sees the first of each only if it saw a zero before.
    for (const outcome of outcomes) this.deliveries.inc({ outcome }, 0);
    metrics.addGauge({
      name: 'mail_lateness_seconds',
      help: 'Seconds for which the oldest due mail has been due; 0 without one or while mail is off, NaN while PostgreSQL is unavailable.',
      read: () => (mailer === null ? 0 : repository.lateness()),
    });
  }

  count(outcome: (typeof outcomes)[number], by = 1): void {
    this.deliveries.inc({ outcome }, by);
  }
}
