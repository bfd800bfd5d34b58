import {
  CONFIG,
  ConcurrencyLimit,
  createLimiter,
  Limit,
  Metrics,
  REDIS,
  type RedisConnection,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
/** Links that one person sends in an hour, and all in a day: each is a mail to somebody outside. */
const SENT = { byPerson: 20, inAll: 300 };
/** What is written with one link in an hour. */
const WRITTEN = 60;
/** Transactions of links at once in one replica: few of the connections that it shares with the users. */
const AT_ONCE = 3;
const PATIENCE_MS = 1500;
const TOO_MANY_LINKS = 'Too many work orders were sent. Please try again later, or call the vendor.';

/** Limits what is sent to vendors, and what they send. What is refused does not count. */
@Injectable()
export class SendingLimits {
  private readonly byPerson: Limit;
  private readonly inAll: Limit;
  private readonly byLink: Limit;
  private readonly atOnce = new ConcurrencyLimit(AT_ONCE, PATIENCE_MS);

  constructor(@Inject(REDIS) redis: RedisConnection, @Inject(CONFIG) config: Config, metrics: Metrics) {
    const limit = (name: string, points: number, duration: number, detail: string) =>
      new Limit(
        createLimiter(redis, config, { name: `vendor:${name}`, points, duration, onlyRedis: true }),
        metrics,
        `vendor_${name}`,
        detail,
      );
    this.byPerson = limit('sent_person', SENT.byPerson, HOUR_S, TOO_MANY_LINKS);
    this.inAll = limit('sent_all', SENT.inAll, DAY_S, TOO_MANY_LINKS);
    this.byLink = limit('link', WRITTEN, HOUR_S, 'Too many messages. Please wait and try again, or call.');
  }

  /**
   * Lets `send` count as a link of this person, when it calls `count`.
   * @throws Problem 429 with Retry-After, 503 without Redis
   */
  sending<Result>(userId: string, send: (count: () => Promise<void>) => Promise<Result>): Promise<Result> {
    return counted(
      [
        [this.byPerson, userId],
        [this.inAll, 'all'],
      ],
      send,
    );
  }

  /**
   * Lets `write` count as a write of this job, when it calls `count`; few at once.
   * @throws Problem 429 with Retry-After, 503 without Redis and after waiting too long
   */
  async writing<Result>(
    jobId: string,
    write: (count: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.atOnce.enter();
    try {
      return await counted([[this.byLink, jobId]], write);
    } finally {
      leave();
    }
  }
}

/** Takes a point of each limit, or of none. They are given back when the work fails. */
async function counted<Result>(
  limits: readonly (readonly [Limit, key: string])[],
  work: (count: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const taken: (readonly [Limit, key: string])[] = [];
  try {
    return await work(async () => {
      for (const limit of limits) {
        await limit[0].take(limit[1]);
        taken.push(limit);
      }
    });
  } catch (error) {
    for (const [limit, key] of taken) await limit.giveBack(key);
    throw error;
  }
}
