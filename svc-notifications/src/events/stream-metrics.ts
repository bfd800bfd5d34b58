import { type Change, Metrics } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

@Injectable()
export class StreamMetrics {
  readonly open: Gauge;
  private readonly sent: Counter<'event'>;
  private readonly delay: Histogram;

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.open = new Gauge({ name: 'event_streams_open', help: 'Open event streams.', registers });
    this.sent = new Counter({
      name: 'events_sent_total',
      help: 'Events sent to streams, by their name.',
      labelNames: ['event'],
      registers,
    });
    this.delay = new Histogram({
      name: 'event_delay_seconds',
      help: 'Seconds between a change and its sending to the first stream.',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10],
      registers,
    });
  }

  countSent(event: 'change' | 'inbox' | 'resync' | 'end', count = 1): void {
    if (count > 0) this.sent.inc({ event }, count);
  }

  countRefusal(): void {
    this.metrics.limitRefusals.inc({ limit: 'event_streams' });
  }

  observeDelay({ occurredAt }: Change): void {
    this.delay.observe(Math.max(0, Date.now() - occurredAt.getTime()) / 1000);
  }
}
