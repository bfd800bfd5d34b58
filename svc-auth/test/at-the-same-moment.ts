import type { TestBackends } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 10_000;

/**
 * Starts requests while a `lock` statement blocks them, and releases them together once two of them are waiting: this
 * makes a race certain. Fails when two never wait.
 */
export async function atTheSameMoment<Result>(
  { admin }: TestBackends,
  lock: string,
  begin: () => PromiseLike<Result>[],
): Promise<Result[]> {
  const holder = await admin.connect();
  try {
    await holder.query(`BEGIN; ${lock}`);
    const responses = Promise.all(begin());
    const waiting = `SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND usename = 'svc_auth' AND wait_event_type = 'Lock'`;
    const deadline = Date.now() + LONGEST_MS;
    while (((await admin.query(waiting)).rowCount ?? 0) < 2) {
      if (Date.now() > deadline) throw new Error('two requests were never waiting at the same time');
      await sleep(10);
    }
    await holder.query('COMMIT');
    return await responses;
  } finally {
    // Closes the connection, which also releases a lock that is still held.
    holder.release(true);
  }
}
