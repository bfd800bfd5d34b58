import {
  clientNetwork,
  CONFIG,
  createLimiter,
  Limit,
  Metrics,
  REDIS,
  type RedisConnection,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../config.ts';

const WINDOW_S = 60 * 60;

/**
 * Limits anonymous registrations by client address: each one costs a password hash, and creates an account if it
 * succeeds.
 */
@Injectable()
export class RegistrationLimits {
  private readonly byAddress: Limit;

  constructor(@Inject(REDIS) redis: RedisConnection, @Inject(CONFIG) config: AuthConfig, metrics: Metrics) {
    const limiter = createLimiter(redis, config, {
      name: 'registration:address',
      points: config.SELF_REGISTRATIONS_PER_HOUR,
      duration: WINDOW_S,
    });
    const detail = 'Too many registrations from this address. Please try again later.';
    this.byAddress = new Limit(limiter, metrics, 'registration_address', detail);
  }

  /**
   * Counts an attempt, whatever its outcome.
   * @throws Problem 429 with Retry-After when the address has none left
   */
  take(address: string | undefined): Promise<void> {
    return this.byAddress.take(clientNetwork(address));
  }
}
