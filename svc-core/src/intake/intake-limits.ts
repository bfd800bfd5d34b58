import {
  clientNetwork,
  ConcurrencyLimit,
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
 * Limits what people without an account send. A point is taken before the work, so that concurrent requests do not
 * exceed a limit, and given back unless the work succeeds. Without Redis nothing is accepted: each replica would have
 * limits of its own.
 */
@Injectable()
export class IntakeLimits {
  private readonly limiters: Record<LimitName, Limiter>;
  /** Keys of reports that filled in the hidden field. */
  private readonly trapKeys: Limiter;
  private readonly requests: Limiter;
  private readonly limit = new ConcurrencyLimit(AT_ONCE, PATIENCE_MS);

  constructor(
    @Inject(REDIS) redis: RedisConnection,
    @Inject(CONFIG) config: Config,
    private readonly metrics: Metrics,
  ) {
    const limiter = (name: string, points: number, duration: number) =>
      createLimiter(redis, config, { name: `intake:${name}`, points, duration, onlyRedis: true });
    this.limiters = {
      intake_address: limiter('address', config.INTAKE_PER_ADDRESS_AND_HOUR, HOUR_S),
      intake_code_day: limiter('code-day', config.INTAKE_PER_CODE_AND_DAY, 24 * HOUR_S),
      intake_code_ten_minutes: limiter('code', config.INTAKE_PER_CODE_TEN_MINUTES, 10 * MINUTE_S),
      intake_all: limiter('all', config.INTAKE_PER_HOUR, HOUR_S),
      intake_replies_address: limiter('reply-address', config.INTAKE_REPLIES_PER_ADDRESS, HOUR_S),
      intake_replies: limiter('reply', config.INTAKE_REPLIES_PER_HOUR, HOUR_S),
      intake_replies_all: limiter('reply-all', config.INTAKE_REPLIES_IN_ALL, HOUR_S),
    };
    this.trapKeys = limiter('trap', 1, HOUR_S);
    this.requests = createLocalLimiter(config.INTAKE_REQUESTS_PER_MINUTE, MINUTE_S);
  }

  /**
   * Counts any public call, found or not, in this process's memory: it is far above what a store needs, and need not be
   * exact.
   * @throws Problem 429 with Retry-After
   */
  async takeRequest(address: string | undefined): Promise<void> {
    const waitMs = await consume(this.requests, clientNetwork(address));
    this.refuse('intake_requests_address', waitMs, 'Too many requests. Please wait a moment and try again.');
  }

  /**
   * Counts a report, also one that joins another.
   * @throws Problem 429 with Retry-After
   * @throws CodeExhausted over the daily limit of the code
   */
  takeReport({ code, address }: ReportUse): Promise<GiveBack> {
    return this.take(TOO_MANY, [
      ['intake_address', clientNetwork(address)],
      ['intake_code_day', code],
      ['intake_code_ten_minutes', code],
      ['intake_all', 'all'],
    ]);
  }

  /**
   * Counts a reply to a report.
   * @throws Problem 429 with Retry-After
   */
  takeReply(reportId: string, address: string | undefined): Promise<GiveBack> {
    return this.take('Too many messages. Please wait and try again.', [
      ['intake_replies_address', clientNetwork(address)],
      ['intake_replies', reportId],
      ['intake_replies_all', 'all'],
    ]);
  }

  /**
   * Counts a report that is not kept, because the hidden field is filled in: for its address alone, and once for each
   * key.
   * @throws Problem 429 with Retry-After
   */
  async takeTrap({ code, address }: ReportUse, key: string | undefined): Promise<void> {
    this.metrics.limitRefusals.inc({ limit: 'intake_hidden_field' });
    const sent = key === undefined ? undefined : `${code} ${key}`;
    if (sent !== undefined && (await this.trapKeys.get(sent)) !== null) return;
    await this.take(TOO_MANY, [['intake_address', clientNetwork(address)]]);
    if (sent !== undefined) await consume(this.trapKeys, sent);
  }

  /** Takes a point of each limit, in this order, or of none: a flood from one address uses up only its own. */
  private async take(
    detail: string,
    limits: readonly (readonly [name: LimitName, key: string])[],
  ): Promise<GiveBack> {
    const taken: [Limiter, string][] = [];
    const giveBack = async (): Promise<void> => {
      await Promise.all(taken.map(([limiter, key]) => limiter.reward(key)));
    };
    for (const [name, key] of limits) {
      const limiter = this.limiters[name];
      const waitMs = await consume(limiter, key);
      if (waitMs > 0) {
        await giveBack();
        if (name !== 'intake_code_day') this.refuse(name, waitMs, detail);
        this.metrics.limitRefusals.inc({ limit: name });
        throw new CodeExhausted();
      }
      taken.push([limiter, key]);
    }
    return giveBack;
  }

  /** @throws Problem 429 with Retry-After until a code that rests is used again */
  requireAwake(suspendedUntil: Date | null): void {
    const waitMs = suspendedUntil === null ? 0 : suspendedUntil.getTime() - Date.now();
    this.refuse('intake_code_resting', Math.max(0, waitMs), TOO_MANY);
  }

  /**
   * Runs few transactions of the public at once, so that a flood leaves connections to users.
   * @throws Problem 503 after waiting too long
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const leave = await this.limit.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private refuse(limit: string, waitMs: number, detail: string): void {
    if (waitMs === 0) return;
    this.metrics.limitRefusals.inc({ limit });
    throw tooManyRequests(detail, Math.ceil(waitMs / 1000));
  }
}

/** As in the metrics. */
type LimitName =
  | 'intake_address'
  | 'intake_code_day'
  | 'intake_code_ten_minutes'
  | 'intake_all'
  | 'intake_replies_address'
  | 'intake_replies'
  | 'intake_replies_all';

/** Who sends a report with which code. */
interface ReportUse {
  /** Names the code as it is now: a rotated one begins anew. */
  code: string;
  address: string | undefined;
}
