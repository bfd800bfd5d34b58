import { consume, createLocalLimiter, Metrics, tooManyRequests } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import { RegistryNames } from './registry-names.ts';
import type { ReportRemoteLoadRequest } from './remote-loads.schemas.ts';

/** A person opens a few pages per minute with a few remotes each; more than this is a script. */
const REPORTS_A_MINUTE = 120;

/** Counts browsers' reports on the remotes they loaded. */
@Injectable()
export class RemoteLoadsService {
  private readonly reports = createLocalLimiter(REPORTS_A_MINUTE, 60);
  private readonly loads: Counter<'remote' | 'outcome'>;
  private readonly seconds: Histogram<'remote'>;

  constructor(
    { registry }: Metrics,
    private readonly published: RegistryNames,
  ) {
    this.loads = new Counter({
      name: 'remote_loads_total',
      help: 'Loads of remotes in browsers, by outcome.',
      labelNames: ['remote', 'outcome'],
      registers: [registry],
    });
    this.seconds = new Histogram({
      name: 'remote_load_duration_seconds',
      help: 'Seconds until a loaded remote could be shown.',
      labelNames: ['remote'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
  }

  /** @throws Problem 429 when the user sends more reports than a page does. */
  async count(userId: string, { remote, outcome, milliseconds }: ReportRemoteLoadRequest): Promise<void> {
    const waitMs = await consume(this.reports, userId);
    if (waitMs > 0)
      throw tooManyRequests('Too many reports. Please wait a minute.', Math.ceil(waitMs / 1000));
    // Browsers send any name.
    const name = this.published.has(remote) ? remote : 'other';
    this.loads.inc({ remote: name, outcome });
    if (outcome === 'loaded') this.seconds.observe({ remote: name }, milliseconds / 1000);
  }
}
