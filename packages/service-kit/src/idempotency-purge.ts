import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Pool } from 'pg';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { execute } from './statements.ts';
import { PG_POOL, SCHEMA } from './tokens.ts';

const EVERY_MS = 60 * 60 * 1000;

/** Forgets old idempotency keys, hourly, in every replica: deleting twice is harmless. */
@Injectable()
export class IdempotencyPurge implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(SCHEMA) private readonly schema: string,
    private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Deletes the keys that are past their time. A failure is logged; the next hour tries again. */
  async purge(): Promise<void> {
    try {
      await execute(this.pool, {
        text: `DELETE FROM ${this.schema}.idempotency_keys WHERE created_at < now() - make_interval(hours => $1)`,
        values: [IDEMPOTENCY_HOURS],
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'Old idempotency keys stay until the next try');
    }
  }
}
