import { isOutage, Metrics } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { MAILER, type Mailer } from './mailer.ts';

const outcomes = ['sent', 'dropped', 'retried', 'failed'] as const;

/** What became of mails, and how late they are. */
@Injectable()
export class MailMetrics {
  private readonly deliveries: Counter<'outcome'>;

  constructor(
    { registry }: Metrics,
    private readonly repository: DeliveriesRepository,
    @Inject(MAILER) private readonly mailer: Mailer | null,
  ) {
    this.deliveries = new Counter({
      name: 'mail_deliveries_total',
      help: 'Mails by outcome: sent, dropped as no longer wanted, to be retried, or failed for good.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // Prometheus sees the first of each only if it saw a zero before.
    for (const outcome of outcomes) this.deliveries.inc({ outcome }, 0);
    const read = () => this.read();
    new Gauge({
      name: 'mail_lateness_seconds',
      help: 'Seconds for which the oldest due mail has been due; 0 without one or while mail is off, NaN while PostgreSQL is unavailable.',
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  count(outcome: (typeof outcomes)[number], by = 1): void {
    this.deliveries.inc({ outcome }, by);
  }

  private async read(): Promise<number> {
    if (this.mailer === null) return 0;
    try {
      return await this.repository.lateness();
    } catch (error) {
      // The other metrics are needed most just then.
      if (!isOutage(error)) throw error;
      return NaN;
    }
  }
}
