import { Inject, Injectable } from '@nestjs/common';
import { clientNetwork } from './client-network.ts';
import type { BaseConfig } from './config.ts';
import { consume, createLocalLimiter } from './limiter.ts';
import { Metrics } from './metrics.ts';
import { tooManyRequests } from './problem.ts';
import { CONFIG } from './tokens.ts';

type Limiter = ReturnType<typeof createLocalLimiter>;

const WINDOW_S = 60;

/**
 * Limits how much users write, so that a faulty script or a stolen session cannot fill the database. Kept in this
 * process's memory: the limits are far above normal use, so they need not be exact, and a write need not wait for
 * Redis.
 */
@Injectable()
export class WriteLimits {
  private readonly byUser: Limiter;
  private readonly byAddress: Limiter;

  constructor(
    @Inject(CONFIG) config: BaseConfig,
    private readonly metrics: Metrics,
  ) {
    this.byUser = createLocalLimiter(config.WRITES_PER_MINUTE, WINDOW_S);
    this.byAddress = createLocalLimiter(config.WRITES_PER_MINUTE_AND_ADDRESS, WINDOW_S);
  }

  /** Counts a write. @throws Problem 429 with Retry-After when the user or address has no writes left in this minute */
  async take(userId: string, address: string | undefined): Promise<void> {
    this.refuse('writes_user', await consume(this.byUser, userId));
    await this.takeByAddress(address);
  }

  /**
   * Counts a write of somebody without an account, for handlers of public routes.
   * @throws Problem 429 with Retry-After when the address has no writes left in this minute
   */
  async takeByAddress(address: string | undefined): Promise<void> {
    this.refuse('writes_address', await consume(this.byAddress, clientNetwork(address)));
  }

  private refuse(limit: string, waitMs: number): void {
    if (waitMs === 0) return;
    this.metrics.limitRefusals.inc({ limit });
    throw tooManyRequests(
      'Too many changes at once. Please wait a moment and try again.',
      Math.ceil(waitMs / 1000),
    );
  }
}
