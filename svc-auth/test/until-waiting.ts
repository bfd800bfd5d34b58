import type { TestBackends } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until this many of the service's transactions wait for a lock, which makes a race that the machine would decide
 * a certain one. Gives up after ten seconds, for the answers to tell.
 */
export async function untilWaiting({ admin }: TestBackends, transactions: number): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity
                   WHERE datname = current_database() AND usename = 'svc_auth' AND wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 1000; tries += 1) {
    if (((await admin.query(waiting)).rowCount ?? 0) >= transactions) return;
    await sleep(10);
  }
}
