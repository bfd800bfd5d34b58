import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { execute } from './statements.ts';
import { PG_POOL } from './tokens.ts';

const EVERY_MS = 60_000;
/** So that tokens of long ago do not fill the memory. */
const MOST_KNOWN = 10_000;

/** Records when tokens are used, for `lastUsedAt`: each once a minute, and no request waits for it. */
@Injectable()
export class TokenUses {
  private readonly logger = new Logger(TokenUses.name);
  /** By the hash of the token (ms since 1970). */
  private readonly recorded = new Map<string, number>();

  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** @param tokenHash of a token that is valid */
  record(tokenHash: string): void {
    const now = Date.now();
    if (now - (this.recorded.get(tokenHash) ?? 0) < EVERY_MS) return;
    if (this.recorded.size >= MOST_KNOWN) this.recorded.clear();
    this.recorded.set(tokenHash, now);
    execute(this.pool, {
      name: 'use-token',
      text: 'SELECT FROM (SELECT auth.use_token($1)) AS used',
      values: [tokenHash],
    }).catch((error: unknown) =>
      // An outage, or a svc-auth of the release before, which does not know it.
      this.logger.debug({ err: error }, 'The use of a token was not recorded'),
    );
  }
}
