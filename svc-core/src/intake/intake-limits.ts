import {
  clientNetwork,
  CONFIG,
  consume,
  createLimiter,
  createLocalLimiter,
  Metrics,
  REDIS,
  type RedisConnection,
  tooManyRequests,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config.ts';
import { Turns } from '../lists/turns.ts';

type Limiter = ReturnType<typeof createLimiter>;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Transactions of the public at once in one replica: few of the connections that it shares with the users. */
const AT_ONCE = 3;
const PATIENCE_MS = 1500;

const TOO_MANY = 'Too many reports. Please wait and try again, or call your manager.';

/** A code has had all reports of a day. */
export class CodeExhausted extends Error {
  override readonly name = 'CodeExhausted';
}

/** Returns what a report has taken, because it was not accepted. */
export type GiveBack = () => Promise<void>;

/**
 * Limits what people without an account send. A point is taken before the work, so that concurrent requests do not exceed a
 * limit, and given back unless the work succeeds. Without Redis nothing is accepted: each replica would have limits of its own.
 */
@Injectable()
export class IntakeLimits {
  /** Those of a report, in the order in which they are taken: a flood from one address uses up nothing of its code. */
  private readonly ofReports: { name: string; limiter: Limiter; keyOf: (use: ReportUse) => string }[];
  private readonly replies: Limiter;
  private readonly requests: Limiter;
  private readonly turns = new Turns(AT_ONCE, PATIENCE_MS);

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    @Inject(CONFIG) config: Config,
    private readonly metrics: Metrics,
  ) {
    const limiter = (name: string, points: number, duration: number) =>
      createLimiter(redis, config, { name: `intake:${name}`, points, duration, onlyRedis: true });
    this.ofReports = [
      {
        name: 'intake_address',
        limiter: limiter('address', config.INTAKE_PER_ADDRESS_AND_HOUR, HOUR_S),
        keyOf: ({ address }) => clientNetwork(address),
      },
      {
        name: CODE_DAY,
        limiter: limiter('code-day', config.INTAKE_PER_CODE_AND_DAY, 24 * HOUR_S),
        keyOf: ({ code }) => code,
      },
      {
        name: 'intake_code_ten_minutes',
        limiter: limiter('code', config.INTAKE_PER_CODE_TEN_MINUTES, 10 * MINUTE_S),
        keyOf: ({ code }) => code,
      },
      {
        name: 'intake_all',
        limiter: limiter('all', config.INTAKE_PER_HOUR, HOUR_S),
        keyOf: () => 'all',
      },
    ];
    this.replies = limiter('reply', config.INTAKE_REPLIES_PER_HOUR, HOUR_S);
    this.requests = createLocalLimiter(config.INTAKE_REQUESTS_PER_MINUTE, MINUTE_S);
  }

  /**
   * Counts any public call, found or not, in this process's memory: it is far above what a store needs, and need not be exact.
   * @throws Problem 429 with Retry-After
   */
  async takeRequest(address: string | undefined): Promise<void> {
    const waitMs = await consume(this.requests, clientNetwork(address));
    this.refuse('intake_requests_address', waitMs, 'Too many requests. Please wait a moment and try again.');
  }

  /**
   * Counts a report, also one that joins another, or that is not kept.
   * @throws Problem 429 with Retry-After @throws CodeExhausted over the daily limit of the code
   */
  async takeReport(use: ReportUse): Promise<GiveBack> {
    const taken: { limiter: Limiter; key: string }[] = [];
    const giveBack = async (): Promise<void> => {
      await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)));
    };
    for (const { name, limiter, keyOf } of this.ofReports) {
      const key = keyOf(use);
      const waitMs = await consume(limiter, key);
      if (waitMs > 0) {
        await giveBack();
        if (name !== CODE_DAY) this.refuse(name, waitMs, TOO_MANY);
        this.metrics.limitRefusals.inc({ limit: name });
        throw new CodeExhausted();
      }
      taken.push({ limiter, key });
    }
    return giveBack;
  }

  /** @throws Problem 429 with Retry-After until a code that rests is used again */
  requireAwake(suspendedUntil: string | null): void {
    const waitMs = suspendedUntil === null ? 0 : Date.parse(suspendedUntil) - Date.now();
    this.refuse('intake_code_resting', Math.max(0, waitMs), TOO_MANY);
  }

  /** Counts a reply to a report. @throws Problem 429 with Retry-After */
  async takeReply(reportId: string): Promise<GiveBack> {
    const waitMs = await consume(this.replies, reportId);
    this.refuse('intake_replies', waitMs, 'Too many messages. Please wait and try again.');
    return async () => {
      await this.replies.reward(reportId);
    };
  }

  /**
   * Runs a transaction of the public when it is its turn, so that a flood leaves connections to users.
   * @throws Problem 503 after waiting too long
   */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = await this.turns.take();
    try {
      return await work();
    } finally {
      end();
    }
  }

  private refuse(limit: string, waitMs: number, detail: string): void {
    if (waitMs === 0) return;
    this.metrics.limitRefusals.inc({ limit });
    throw tooManyRequests(detail, Math.ceil(waitMs / 1000));
  }
}

const CODE_DAY = 'intake_code_day';

/** Who sends a report with which code. */
export interface ReportUse {
  /** Names the code as it is now: a rotated one begins anew. */
  code: string;
  address: string | undefined;
}
