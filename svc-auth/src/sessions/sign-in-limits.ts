import { type BaseConfig, CONFIG, REDIS, type RedisConnection, tooManyRequests } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

const WINDOW_S = 15 * 60;
/** Tries in a window for one account: enough for a forgetful person, too few to guess. */
const ACCOUNT_POINTS = 10;
/** Tries in a window from one address over all accounts; a whole office may share an address. */
const ADDRESS_POINTS = 100;

/** Who tries to sign in. `device` is a browser that signed in to this account before, null for a strange one. */
export interface SignInAttempt {
  email: string;
  address: string;
  device: string | null;
}

/**
 * Counts failed sign-ins, in Redis, or in this process while Redis is away. All strange browsers together have an
 * account's tries, wherever they are; a browser that the account's owner used before has tries of its own, so that
 * somebody who guesses does not lock the owner out.
 */
@Injectable()
export class SignInLimits {
  private readonly byAccount: RateLimiterAbstract;
  private readonly byAddress: RateLimiterAbstract;

  constructor(@Inject(REDIS) redis: RedisConnection, @Inject(CONFIG) config: BaseConfig) {
    // Tests of one Redis must not count into each other.
    const prefix = `sign-in:${new URL(config.DATABASE_URL).pathname.slice(1)}`;
    this.byAccount = limiter(redis, `${prefix}:account`, ACCOUNT_POINTS);
    this.byAddress = limiter(redis, `${prefix}:address`, ADDRESS_POINTS);
  }

  /**
   * Takes a try before the password is looked at, so that many at once are counted too.
   * @throws Problem 429 with Retry-After when the account or the address has none left
   */
  async take({ email, address, device }: SignInAttempt): Promise<void> {
    const waits = await Promise.all([
      consume(this.byAccount, accountKey(email, device)),
      consume(this.byAddress, address),
    ]);
    const waitMs = Math.max(...waits);
    if (waitMs > 0) {
      throw tooManyRequests(
        'Too many failed sign-ins. Please wait a few minutes and try again.',
        Math.ceil(waitMs / 1000),
      );
    }
  }

  /** Gives the try back: the password was right. */
  async giveBack({ email, address, device }: SignInAttempt): Promise<void> {
    await Promise.all([this.byAccount.reward(accountKey(email, device)), this.byAddress.reward(address)]);
  }
}

const accountKey = (email: string, device: string | null): string => `${email}|${device ?? 'strange'}`;

const limiter = (redis: RedisConnection, keyPrefix: string, points: number): RateLimiterAbstract =>
  new RateLimiterRedis({
    storeClient: redis,
    useRedisPackage: true,
    keyPrefix,
    points,
    duration: WINDOW_S,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_S }),
  });

/** Takes a point; the milliseconds to wait when there was none. The limiter rejects with its result, not an error. */
async function consume(limits: RateLimiterAbstract, key: string): Promise<number> {
  try {
    await limits.consume(key);
    return 0;
  } catch (result) {
    if (result instanceof RateLimiterRes) return Math.max(1, result.msBeforeNext);
    throw result;
  }
}
