import {
  type BaseConfig,
  clientNetwork,
  CONFIG,
  consume,
  createLimiter,
  REDIS,
  type RedisConnection,
  tooManyRequests,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { LimitMetrics } from './limit-metrics.ts';

const WINDOW_S = 15 * 60;
/** Tries in a window for one account: enough for a forgetful person, too few to guess. */
const ACCOUNT_POINTS = 10;
/** Tries in a window from one address over all accounts; a whole office may share an address. */
const ADDRESS_POINTS = 100;

/** Who tries to sign in. `device` is a browser that signed in to this account before, null for a strange one. */
export interface SignInAttempt {
  email: string;
  address: string | undefined;
  device: string | null;
}

/**
 * Counts failed sign-ins. All strange browsers together have an account's tries, wherever they are; a browser that the
 * account's owner used before has tries of its own and counts for no address, so that somebody who guesses does not lock
 * the owner out, from the same office neither.
 */
@Injectable()
export class SignInLimits {
  private readonly byAccount: RateLimiterAbstract;
  private readonly byAddress: RateLimiterAbstract;

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    @Inject(CONFIG) config: BaseConfig,
    private readonly metrics: LimitMetrics,
  ) {
    const limiter = (name: string, points: number) =>
      createLimiter(redis, config, { name: `sign-in:${name}`, points, duration: WINDOW_S });
    this.byAccount = limiter('account', ACCOUNT_POINTS);
    this.byAddress = limiter('address', ADDRESS_POINTS);
  }

  /**
   * Takes a try before the password is looked at, so that many at once are counted too. The address comes first: one that
   * has none left uses up no try of an account, and leaves no key for it.
   * @throws Problem 429 with Retry-After when the address or the account has none left
   */
  async take({ email, address, device }: SignInAttempt): Promise<void> {
    if (device === null) {
      this.refuse('sign_in_address', await consume(this.byAddress, clientNetwork(address)));
    }
    this.refuse('sign_in_account', await consume(this.byAccount, accountKey(email, device)));
  }

  /** Gives the try back: the password was right, or was not looked at. */
  async giveBack({ email, address, device }: SignInAttempt): Promise<void> {
    await Promise.all([
      this.byAccount.reward(accountKey(email, device)),
      device === null ? this.byAddress.reward(clientNetwork(address)) : undefined,
    ]);
  }

  private refuse(limit: string, waitMs: number): void {
    if (waitMs === 0) return;
    this.metrics.count(limit);
    throw tooManyRequests(
      'Too many failed sign-ins. Please wait a few minutes and try again.',
      Math.ceil(waitMs / 1000),
    );
  }
}

const accountKey = (email: string, device: string | null): string => `${email}|${device ?? 'strange'}`;
