import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Pool } from 'pg';
import { BackgroundWork } from './background-work.ts';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { execute } from './statements.ts';
import { PG_POOL, SCHEMA } from './tokens.ts';

const EVERY_MS = 60 * 60 * 1000;
/** Keys deleted by one statement, to stay within the statement timeout. */
const KEYS_AT_ONCE = 1000;

/** Deletes expired idempotency keys hourly, in every replica; rows locked by another replica are skipped. */
@Injectable()
export class IdempotencyPurge extends BackgroundWork {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(SCHEMA) private readonly schema: string,
  ) {
    super();
  }

  @Interval('purge idempotency keys', EVERY_MS)
  run(): void {
    this.start(() => this.purge(), 'Expired idempotency keys could not be deleted; retrying in an hour');
  }

  /** Deletes expired keys. */
  async purge(): Promise<void> {
    const { schema } = this;
    const text = `
      DELETE FROM ${schema}.idempotency_keys WHERE (user_id, operation, key) IN (
        SELECT user_id, operation, key FROM ${schema}.idempotency_keys
        WHERE created_at < now() - make_interval(hours => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`;
    let purged: number;
    do purged = await execute(this.pool, { text, values: [IDEMPOTENCY_HOURS, KEYS_AT_ONCE] });
    while (purged === KEYS_AT_ONCE && !this.isStopping);
  }
}
