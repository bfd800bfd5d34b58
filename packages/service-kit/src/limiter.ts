import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { BaseConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import { tooManyRequests } from './problem.ts';
import type { RedisConnection } from './redis.ts';

/**
 * Counts by key in Redis, or in this process while Redis is unavailable.
 * @param name for example `sign-in:account`
 * @param points attempts allowed in a window
 * @param duration length of the window in seconds
 * @param onlyRedis while Redis is unavailable, taking a point fails with its error, which becomes a 503
 */
export function createLimiter(
  redis: RedisConnection,
  { DATABASE_URL }: BaseConfig,
  {
    name,
    points,
    duration,
    onlyRedis = false,
  }: { name: string; points: number; duration: number; onlyRedis?: boolean },
): RateLimiterAbstract {
  // Tests that share a Redis must not share counters.
  const keyPrefix = `${name}:${new URL(DATABASE_URL).pathname.slice(1)}`;
  return new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix,
    points,
    duration,
    ...(!onlyRedis && { insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }) }),
  });
}

/** Counts by key in this process alone: for limits so high that they need not be exact. @see createLimiter */
export const createLocalLimiter = (points: number, duration: number): RateLimiterAbstract =>
  new RateLimiterMemory({ points, duration });

/**
 * Takes a point. Returns the milliseconds to wait when none was left, otherwise 0. The limiter rejects with its result,
 * not an error.
 */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (result) {
    if (result instanceof RateLimiterRes) return Math.max(1, result.msBeforeNext);
    throw result;
  }
}

/** A limit of requests, with the texts of its refusals. */
export class Limit {
  /**
   * @param limiter of {@link createLimiter} or {@link createLocalLimiter}
   * @param name of the limit in the metrics, for example `sign_in_account`
   * @param detail of the 429
   */
  constructor(
    private readonly limiter: RateLimiterAbstract,
    private readonly metrics: Metrics,
    private readonly name: string,
    private readonly detail: string,
  ) {}

  /**
   * Takes a point.
   * @throws Problem 429 with Retry-After when none is left
   */
  async take(key: string): Promise<void> {
    const waitMs = await consume(this.limiter, key);
    if (waitMs === 0) return;
    this.metrics.limitRefusals.inc({ limit: this.name });
    throw tooManyRequests(this.detail, Math.ceil(waitMs / 1000));
  }

  /** Returns a point. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}
