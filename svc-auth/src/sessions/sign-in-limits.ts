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
/** Attempts per window for one account: enough for a forgetful person, too few to guess. */
const ACCOUNT_POINTS = 10;
/** Attempts per window from one address over all accounts; a whole office may share an address. */
const ADDRESS_POINTS = 100;

/** A sign-in attempt. `device` is a browser that signed in to this account before, null for an unknown one. */
export interface SignInAttempt {
  email: string;
  address: string | undefined;
  device: string | null;
}

/**
 * Limits failed sign-ins. All unknown browsers share the attempts of an account, from any address. A browser that the
 * account's owner used before has attempts of its own and does not count for the address, so that an attacker cannot
 * lock the owner out, not even from the same office.
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
   * Takes an attempt before the password is checked, so that concurrent attempts are counted too. The address is
   * checked first: a blocked address uses no attempts of an account and creates no key for it.
   * @throws Problem 429 with Retry-After when the address or the account has no attempts left
   */
  async take({ email, address, device }: SignInAttempt): Promise<void> {
    if (device === null) {
      this.refuse('sign_in_address', await consume(this.byAddress, clientNetwork(address)));
    }
    this.refuse('sign_in_account', await consume(this.byAccount, accountKey(email, device)));
  }

  /** Returns the attempt: the password was right, or was not checked. */
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
