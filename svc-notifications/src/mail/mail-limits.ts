import {
  clientNetwork,
  CONFIG,
  consume,
  createLimiter,
  Metrics,
  REDIS,
  type RedisConnection,
  tooManyRequests,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';

type Limiter = ReturnType<typeof createLimiter>;

/** Test mails per person and hour. */
const TESTS = { points: 5, duration: 60 * 60 };
/** Unknown tokens from one address: enough for a mail provider with some old mails, too few to guess. */
const GUESSES = { points: 100, duration: 15 * 60 };

/** Limits the calls that send mail, or that need no session. */
@Injectable()
export class MailLimits {
  private readonly tests: Limiter;
  private readonly guesses: Limiter;

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    @Inject(CONFIG) config: Config,
    private readonly metrics: Metrics,
  ) {
    this.tests = createLimiter(redis, config, { name: 'test-mail:user', ...TESTS });
    this.guesses = createLimiter(redis, config, { name: 'unsubscribe:address', ...GUESSES });
  }

  /** @throws Problem 429 with Retry-After when the person has no test mails left in this hour */
  async takeTest(userId: string): Promise<void> {
    const waitMs = await consume(this.tests, userId);
    this.refuse('test_mail_user', waitMs, 'You asked for several tests already. Please try again later.');
  }

  /** Takes a guess before the token is read. @throws Problem 429 with Retry-After when the address has none left */
  async takeGuess(address: string | undefined): Promise<void> {
    const waitMs = await consume(this.guesses, clientNetwork(address));
    this.refuse(
      'unsubscribe_address',
      waitMs,
      'Too many requests from this address. Please try again later.',
    );
  }

  /** Returns the guess: the token was known. */
  async giveGuessBack(address: string | undefined): Promise<void> {
    await this.guesses.reward(clientNetwork(address));
  }

  private refuse(limit: string, waitMs: number, detail: string): void {
    if (waitMs === 0) return;
    this.metrics.limitRefusals.inc({ limit });
    throw tooManyRequests(detail, Math.ceil(waitMs / 1000));
  }
}
