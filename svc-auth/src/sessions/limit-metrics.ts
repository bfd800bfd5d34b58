import { Metrics } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { waitingHashes } from '../users/passwords.ts';

/** What the limits of svc-auth refuse, and how many passwords wait to be hashed. */
@Injectable()
export class LimitMetrics {
  private readonly refusals: Counter<'limit'>;

  constructor({ registry }: Metrics) {
    this.refusals = new Counter({
      name: 'limit_refusals_total',
      help: 'Requests refused by a limit, by its name.',
      labelNames: ['limit'],
      registers: [registry],
    });
    new Gauge({
      name: 'password_hashes_waiting',
      help: 'Passwords that wait to be hashed or verified.',
      registers: [registry],
      collect() {
        this.set(waitingHashes());
      },
    });
  }

  /** @param limit for example `sign_in_account` */
  count(limit: string): void {
    this.refusals.inc({ limit });
  }
}
