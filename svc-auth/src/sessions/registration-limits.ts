import {
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
import type { AuthConfig } from '../config.ts';
import { LimitMetrics } from './limit-metrics.ts';

const WINDOW_S = 60 * 60;

/**
 * Limits anonymous registrations by client address: each one costs a password hash, and creates an account if it
 * succeeds.
 */
@Injectable()
export class RegistrationLimits {
  private readonly byAddress: RateLimiterAbstract;

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    @Inject(CONFIG) config: AuthConfig,
    private readonly metrics: LimitMetrics,
  ) {
    this.byAddress = createLimiter(redis, config, {
      name: 'registration:address',
      points: config.SELF_REGISTRATIONS_PER_HOUR,
      duration: WINDOW_S,
    });
  }

  /** Counts an attempt, whatever its outcome. @throws Problem 429 with Retry-After when the address has none left */
  async take(address: string | undefined): Promise<void> {
    const waitMs = await consume(this.byAddress, clientNetwork(address));
    if (waitMs === 0) return;
    this.metrics.count('registration_address');
    throw tooManyRequests(
      'Too many registrations from this address. Please try again later.',
      Math.ceil(waitMs / 1000),
    );
  }
}
