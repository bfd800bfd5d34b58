import { REDIS, type RedisConnection, tooManyRequests } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

const WINDOW_S = 15 * 60;
/** Failures in a window for one account from one address: enough for a forgetful person, too few to guess. */
const ACCOUNT_POINTS = 10;
/** Failures in a window from one address over all accounts; a whole office may share an address. */
const ADDRESS_POINTS = 100;

/** Counts failed sign-ins in Redis, in this process while Redis is away. Successful ones are not counted. */
@Injectable()
export class SignInLimits {
  private readonly byAccount: RateLimiterAbstract;
  private readonly byAddress: RateLimiterAbstract;

  constructor(@Inject(REDIS) redis: RedisConnection) {
    this.byAccount = limiter(redis, 'sign-in:account', ACCOUNT_POINTS);
    this.byAddress = limiter(redis, 'sign-in:address', ADDRESS_POINTS);
  }

  /** @throws Problem 429 with Retry-After when the account from this address, or the address, has failed too often. */
  async check(email: string, address: string): Promise<void> {
    const spent = await Promise.all([
      this.byAccount.get(accountKey(email, address)),
      this.byAddress.get(address),
    ]);
    const blocked = spent.filter((result) => result !== null && result.remainingPoints <= 0);
    if (blocked.length > 0) {
      const waitMs = Math.max(...blocked.map((result) => result?.msBeforeNext ?? 0));
      throw tooManyRequests(
        'Too many failed sign-ins. Please wait a few minutes and try again.',
        Math.max(1, Math.ceil(waitMs / 1000)),
      );
    }
  }

  async fail(email: string, address: string): Promise<void> {
    await Promise.all([
      consume(this.byAccount, accountKey(email, address)),
      consume(this.byAddress, address),
    ]);
  }

  async succeed(email: string, address: string): Promise<void> {
    await this.byAccount.delete(accountKey(email, address));
  }
}

const accountKey = (email: string, address: string): string => `${email}|${address}`;

const limiter = (redis: RedisConnection, keyPrefix: string, points: number): RateLimiterAbstract =>
  new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix,
    points,
    duration: WINDOW_S,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_S }),
  });

/** The limiter rejects with its result, not an error, once the points are spent. */
async function consume(limits: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limits.consume(key);
  } catch (result) {
    if (!(result instanceof RateLimiterRes)) throw result;
  }
}
