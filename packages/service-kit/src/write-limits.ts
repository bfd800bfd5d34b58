import { Inject, Injectable } from '@nestjs/common';
import { clientNetwork } from './client-network.ts';
import type { BaseConfig } from './config.ts';
import { createLocalLimiter, Limit } from './limiter.ts';
import { Metrics } from './metrics.ts';
import { CONFIG } from './tokens.ts';

const WINDOW_S = 60;
const TOO_MANY = 'Too many changes at once. Please wait a moment and try again.';

/**
 * Limits how much users write, so that a faulty script or a stolen session cannot fill the database. Kept in this
 * process's memory: the limits are far above normal use, so they need not be exact, and a write need not wait for
 * Redis.
 */
@Injectable()
export class WriteLimits {
  private readonly byUser: Limit;
  private readonly byAddress: Limit;

  constructor(@Inject(CONFIG) config: BaseConfig, metrics: Metrics) {
    const limit = (name: string, points: number) =>
      new Limit(createLocalLimiter(points, WINDOW_S), metrics, name, TOO_MANY);
    this.byUser = limit('writes_user', config.WRITES_PER_MINUTE);
    this.byAddress = limit('writes_address', config.WRITES_PER_MINUTE_AND_ADDRESS);
  }

  /**
   * Counts a write.
   * @param say is called with each header that says what is left (draft-ietf-httpapi-ratelimit-headers-11), also
   * before a refusal. This process counts its own requests only, so a further replica has more.
   * @throws Problem 429 with Retry-After when the user or address has no writes left in this minute
   */
  async take(
    userId: string,
    address: string | undefined,
    say: (name: string, value: string) => void,
  ): Promise<void> {
    say(
      'RateLimit-Policy',
      this.named.map(([name, { policy }]) => `"${name}";q=${policy.points};w=${policy.seconds}`).join(', '),
    );
    const counts: string[] = [];
    for (const [name, limit] of this.named) {
      const { left, seconds, refusal } = await limit.count(name === 'user' ? userId : clientNetwork(address));
      counts.push(`"${name}";r=${left};t=${seconds}`);
      say('RateLimit', counts.join(', '));
      if (refusal) throw refusal;
    }
  }

  private get named() {
    return [
      ['user', this.byUser],
      ['address', this.byAddress],
    ] as const;
  }

  /**
   * Counts a write of somebody without an account, for handlers of public routes.
   * @throws Problem 429 with Retry-After when the address has no writes left in this minute
   */
  takeByAddress(address: string | undefined): Promise<void> {
    return this.byAddress.take(clientNetwork(address));
  }
}
