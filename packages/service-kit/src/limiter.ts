import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { BaseConfig } from './config.ts';
import type { Metrics } from './metrics.ts';
import { type Problem, tooManyRequests } from './problem.ts';
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

/** Takes a point. Returns the milliseconds to wait when none was left, otherwise 0. */
export async function consume(limiter: RateLimiterAbstract, key: string): Promise<number> {
  const { isRefused, msBeforeNext } = await pointOf(limiter, key);
  return isRefused ? Math.max(1, msBeforeNext) : 0;
}

/** Takes a point. When none is left, the limiter rejects with its result, not an error. */
async function pointOf(limiter: RateLimiterAbstract, key: string) {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return { remainingPoints, msBeforeNext, isRefused: false };
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
    return { remainingPoints: 0, msBeforeNext: result.msBeforeNext, isRefused: true };
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
    const { refusal } = await this.count(key);
    if (refusal) throw refusal;
  }

  /** Takes a point. Returns how many are left, in how many seconds the window ends, and the 429 when none was left. */
  async count(key: string): Promise<{ left: number; seconds: number; refusal?: Problem }> {
    const { remainingPoints: left, msBeforeNext, isRefused } = await pointOf(this.limiter, key);
    const seconds = Math.ceil(Math.max(1, msBeforeNext) / 1000);
    if (!isRefused) return { left, seconds };
    this.metrics.limitRefusals.inc({ limit: this.name });
    return { left, seconds, refusal: tooManyRequests(this.detail, seconds) };
  }

  /** How many points a window has, and its seconds. */
  get policy(): { points: number; seconds: number } {
    return { points: this.limiter.points, seconds: this.limiter.duration };
  }

  /** Returns a point. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}
