import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { HourlyPurge } from './hourly-purge.ts';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { RouteTable } from './route-table.ts';
import { execute } from './statements.ts';
import { PG_POOL, SCHEMA } from './tokens.ts';

/** Deletes expired idempotency keys. A service without a POST takes no keys, and has no table for them. */
@Injectable()
export class IdempotencyPurge extends HourlyPurge {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(SCHEMA) private readonly schema: string,
    private readonly routes: RouteTable,
  ) {
    super();
  }

  protected async deleteSome(limit: number): Promise<number> {
    const { schema } = this;
    if (!this.routes.routes().some(({ method }) => method === 'POST')) return 0;
    const text = `
      DELETE FROM ${schema}.idempotency_keys WHERE (user_id, operation, key) IN (
        SELECT user_id, operation, key FROM ${schema}.idempotency_keys
        WHERE created_at < now() - make_interval(hours => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`;
    return execute(this.pool, { text, values: [IDEMPOTENCY_HOURS, limit] });
  }
}
