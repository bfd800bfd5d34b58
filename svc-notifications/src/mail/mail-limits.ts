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
import type { Config } from '../config.ts';

/** Test mails per person and hour. */
const TESTS = { points: 5, duration: 60 * 60 };
/** Unknown tokens from one address: enough for a mail provider with some old mails, too few to guess. */
const GUESSES = { points: 100, duration: 15 * 60 };

/** Limits the calls that send mail, or that need no session. */
@Injectable()
export class MailLimits {
  private readonly tests: Limit;
  private readonly guesses: Limit;

  constructor(@Inject(REDIS) redis: RedisConnection, @Inject(CONFIG) config: Config, metrics: Metrics) {
    this.tests = new Limit(
      createLimiter(redis, config, { name: 'test-mail:user', ...TESTS }),
      metrics,
      'test_mail_user',
      'You asked for several tests already. Please try again later.',
    );
    this.guesses = new Limit(
      createLimiter(redis, config, { name: 'unsubscribe:address', ...GUESSES }),
      metrics,
      'unsubscribe_address',
      'Too many requests from this address. Please try again later.',
    );
  }

  /** @throws Problem 429 with Retry-After when the person has no test mails left in this hour */
  takeTest(userId: string): Promise<void> {
    return this.tests.take(userId);
  }

  /**
   * Takes a guess before the token is read.
   * @throws Problem 429 with Retry-After when the address has none left
   */
  takeGuess(address: string | undefined): Promise<void> {
    return this.guesses.take(clientNetwork(address));
  }

  /** Returns the guess: the token was known. */
  giveGuessBack(address: string | undefined): Promise<void> {
    return this.guesses.giveBack(clientNetwork(address));
  }
}
