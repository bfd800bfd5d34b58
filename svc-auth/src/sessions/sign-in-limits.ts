import {
  type BaseConfig,
  clientNetwork,
  CONFIG,
  createLimiter,
  Limit,
  Metrics,
  REDIS,
  type RedisConnection,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const WINDOW_S = 15 * 60;
/** Attempts per window for one account: enough for a forgetful person, too few to guess. */
const ACCOUNT_POINTS = 10;
/** Attempts per window for one account in all browsers that it was used in before. */
const DEVICES_POINTS = 30;
/** Attempts per window from one address over all accounts; a whole office may share an address. */
const ADDRESS_POINTS = 100;
const TOO_MANY = 'Too many failed sign-ins. Please wait a few minutes and try again.';

/** A sign-in attempt. `device` is a browser that signed in to this account before, null for an unknown one. */
export interface SignInAttempt {
  email: string;
  address: string | undefined;
  device: string | null;
}

/**
 * Limits failed sign-ins. All unknown browsers share the attempts of an account, from any address. A browser that the
 * account's owner used before has attempts of its own, with a limit for all of them, and does not count for the
 * address, so that an attacker cannot lock the owner out, not even from the same office.
 */
@Injectable()
export class SignInLimits {
  private readonly byAccount: Limit;
  private readonly byDevices: Limit;
  private readonly byAddress: Limit;

  constructor(@Inject(REDIS) redis: RedisConnection, @Inject(CONFIG) config: BaseConfig, metrics: Metrics) {
    const limit = (by: 'account' | 'devices' | 'address', points: number) => {
      const limiter = createLimiter(redis, config, { name: `sign-in:${by}`, points, duration: WINDOW_S });
      return new Limit(limiter, metrics, `sign_in_${by}`, TOO_MANY);
    };
    this.byAccount = limit('account', ACCOUNT_POINTS);
    this.byDevices = limit('devices', DEVICES_POINTS);
    this.byAddress = limit('address', ADDRESS_POINTS);
  }

  /**
   * Takes an attempt before the password is checked, so that concurrent attempts are counted too. The address is
   * checked first: a blocked address uses no attempts of an account and creates no key for it.
   * @throws Problem 429 with Retry-After when the address, the account or its browsers have no attempts left
   */
  async take({ email, address, device }: SignInAttempt): Promise<void> {
    if (device === null) await this.byAddress.take(clientNetwork(address));
    await this.byAccount.take(accountKey(email, device));
    if (device !== null) await this.byDevices.take(email);
  }

  /** Returns the attempt: the password was right, or was not checked. */
  async giveBack({ email, address, device }: SignInAttempt): Promise<void> {
    await Promise.all([
      this.byAccount.giveBack(accountKey(email, device)),
      device === null ? this.byAddress.giveBack(clientNetwork(address)) : this.byDevices.giveBack(email),
    ]);
  }
}

const accountKey = (email: string, device: string | null): string => `${email}|${device ?? 'strange'}`;
