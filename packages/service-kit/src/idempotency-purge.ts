import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Pool } from 'pg';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { execute } from './statements.ts';
import { PG_POOL, SCHEMA } from './tokens.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Keys of one statement, which has to end in time however many there are. */
const KEYS_AT_ONCE = 1000;

/** Forgets old idempotency keys, hourly, in every replica: they pass over what another one is deleting. */
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

  /** Deletes the keys that are past their time. A failure is logged; the next hour tries again. */
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
      this.logger.warn({ err: error }, 'Old idempotency keys stay until the next try');
    }
  }
}
