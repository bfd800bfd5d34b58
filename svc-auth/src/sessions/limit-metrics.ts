import { Metrics } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { waitingHashes } from '../users/passwords.ts';

/** Metrics of the limits of svc-auth and of the password queue. */
@Injectable()
export class LimitMetrics {
  constructor(private readonly metrics: Metrics) {
    new Gauge({
      name: 'password_hashes_waiting',
      help: 'Passwords waiting to be hashed or verified.',
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
