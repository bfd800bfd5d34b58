import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isOutage } from './outages.ts';

/** The process metrics in Prometheus format. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds until the response was sent, by handler.',
    labelNames: ['method', 'handler'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  readonly problems = new Counter({
    name: 'http_problems_total',
    help: 'Responses other than success, by status.',
    labelNames: ['status'] as const,
    registers: [this.registry],
  });

  readonly limitRefusals = new Counter({
    name: 'limit_refusals_total',
    help: 'Requests refused by a limit, by its name.',
    labelNames: ['limit'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a gauge that is read with each scrape. NaN while it cannot be read, so that the other metrics remain. */
  addGauge({ read, ...gauge }: { name: string; help: string; read: () => number | Promise<number> }): void {
    new Gauge({
      ...gauge,
      registers: [this.registry],
      async collect() {
        try {
          this.set(await read());
        } catch (error) {
          if (!isOutage(error)) throw error;
          this.set(NaN);
        }
      },
    });
  }

  /** Records a request. `handler` is null when no route was found for it. */
  observeRequest(method: string, handler: string | null, seconds: number): void {
    this.requestSeconds.observe({ method, handler: handler ?? 'none' }, seconds);
  }
}
