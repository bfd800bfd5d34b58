import { Metrics } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { waitingHashes } from '../users/passwords.ts';

/** What the limits of svc-auth refuse, and how many passwords wait to be hashed. */
@Injectable()
export class LimitMetrics {
  constructor(private readonly metrics: Metrics) {
    new Gauge({
      name: 'password_hashes_waiting',
      help: 'Passwords that wait to be hashed or verified.',
      registers: [metrics.registry],
      collect() {
        this.set(waitingHashes());
      },
    });
  }

  /** @param limit for example `sign_in_account` */
  count(limit: string): void {
    this.metrics.limitRefusals.inc({ limit });
  }
}
