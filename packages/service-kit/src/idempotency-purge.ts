import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Pool } from 'pg';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { execute } from './statements.ts';
import { PG_POOL, SCHEMA } from './tokens.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Keys deleted by one statement, to stay within the statement timeout. */
const KEYS_AT_ONCE = 1000;

/** Deletes expired idempotency keys hourly, in every replica; rows locked by another replica are skipped. */
@Injectable()
export class IdempotencyPurge implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(SCHEMA) private readonly schema: string,
    private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearInterval(this.timer);
  }

  /** Deletes expired keys. A failure is logged and retried in the next hour. */
  async purge(): Promise<void> {
    try {
      const { schema } = this;
      const text = `
        DELETE FROM ${schema}.idempotency_keys WHERE (user_id, operation, key) IN (
          SELECT user_id, operation, key FROM ${schema}.idempotency_keys
          WHERE created_at < now() - make_interval(hours => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`;
      let purged: number;
      do purged = await execute(this.pool, { text, values: [IDEMPOTENCY_HOURS, KEYS_AT_ONCE] });
      while (purged === KEYS_AT_ONCE && !this.isStopping);
    } catch (error) {
      this.logger.warn({ err: error }, 'Expired idempotency keys could not be deleted; retrying in an hour');
    }
  }
}
