import type { TestBackends } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 10_000;

/**
 * Makes calls while `lock`, a statement, holds them up, and lets them go on together once two of them wait: a race that
 * the machine would decide becomes a certain one. Fails when two never wait.
 */
export async function atTheSameMoment<Answer>(
  { admin }: TestBackends,
  lock: string,
  begin: () => PromiseLike<Answer>[],
): Promise<Answer[]> {
  const holder = await admin.connect();
  try {
    await holder.query(`BEGIN; ${lock}`);
    const answers = Promise.all(begin());
    const waiting = `SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND usename = 'svc_auth' AND wait_event_type = 'Lock'`;
    const deadline = Date.now() + LONGEST_MS;
    while (((await admin.query(waiting)).rowCount ?? 0) < 2) {
      if (Date.now() > deadline) throw new Error('two calls never waited at the same moment');
      await sleep(10);
    }
    await holder.query('COMMIT');
    return await answers;
  } finally {
    // Closed, so that a lock that is still held is gone with it.
    holder.release(true);
  }
}
