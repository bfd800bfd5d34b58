import { residentMegabytes } from '@mainstay/test-kit';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import type { Stage } from '../faults/stage.ts';

/** Longer than a full garbage collection and the return of its pages to the system take. */
const COLLECTED_AFTER_MS = 500;

/** What the system uses at a moment, by name: megabytes, file descriptors, connections. */
export type Sample = Record<string, number>;

/** Looks at every replica, nginx with its workers, PostgreSQL's connections of the services and Redis' clients. */
export class Resources {
  readonly samples: Sample[] = [];
  private readonly stage: Stage;
  private readonly redis: RedisClient;

  private constructor(stage: Stage, redis: RedisClient) {
    this.stage = stage;
    this.redis = redis;
  }

  static async of(stage: Stage): Promise<Resources> {
    return new Resources(stage, await connect(stage.redisUrl));
  }

  async take(): Promise<void> {
    const { stage, redis } = this;
    const sample: Sample = {};
    // Garbage that is not collected yet varies over minutes and would look like growth.
    for (const replica of stage.replicas) process.kill(await stage.pidOf(replica), 'SIGUSR2');
    await sleep(COLLECTED_AFTER_MS);
    for (const name of [...stage.replicas, 'gateway']) {
      const pids = await family(await stage.pidOf(name));
      sample[`${name}: memory`] = sum(await Promise.all(pids.map(residentMegabytes)));
      sample[`${name}: file descriptors`] = sum(await Promise.all(pids.map(descriptors)));
    }
    const { rows } = await stage.database.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE usename LIKE 'svc\\_%'`,
    );
    sample['PostgreSQL: connections'] = rows[0]?.count ?? NaN;
    const clients = /^connected_clients:(\d+)/m.exec(await redis.info('clients'))?.[1];
    sample['Redis: connections'] = Number(clients);
    this.samples.push(sample);
  }

  close(): void {
    this.redis.destroy();
  }
}

type RedisClient = Awaited<ReturnType<typeof connect>>;

const connect = (url: string) => createClient({ url }).connect();

/** A process and those it started. */
async function family(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

const descriptors = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * The rise of the regression line through the later half of the values (ordinary least squares over evenly spaced moments): a
 * lasting growth counts, a variation hardly.
 */
export function riseOfLaterHalf(values: readonly number[]): number {
  const later = values.slice(Math.floor(values.length / 2));
  const middle = (later.length - 1) / 2;
  const mean = sum(later) / later.length;
  const covariance = sum(later.map((value, at) => (at - middle) * (value - mean)));
  const variance = sum(later.map((_, at) => (at - middle) ** 2));
  return variance === 0 ? 0 : (covariance / variance) * (later.length - 1);
}
