import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { BaseConfig } from './config.ts';
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

/** Counts by key in this process alone: for limits so far above normal use that they need not be exact. @see createLimiter */
export const createLocalLimiter = (points: number, duration: number): RateLimiterAbstract =>
  new RateLimiterMemory({ points, duration });

/**
 * Takes a point. Returns the milliseconds to wait when none was left, otherwise 0. The limiter rejects with its result, not an
 * error.
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
