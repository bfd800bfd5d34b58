import { BackgroundWork, execute, PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Pool } from 'pg';
import { z } from 'zod';
import { MAILER, type Mailer } from './mailer.ts';

const EVERY_MS = 10 * 60_000;
/** How long before its end a mail says that a token ends; for a token that is valid for longer. */
const DAYS_BEFORE = 7;

const tokenRow = z.object({ name: z.string(), expiresAt: z.date().nullable() });

/** What a mail says about a token. */
export interface EndingToken {
  name: string;
  expiresAt: Date;
}

/** Mails about personal access tokens that end soon, each once. In SQL: tables of svc-auth, and the key of a mail. */
@Injectable()
export class EndingTokens extends BackgroundWork {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(MAILER) private readonly mailer: Mailer | null,
  ) {
    super();
  }

  @Interval('schedule mails about tokens', EVERY_MS)
  run(): void {
    if (this.mailer === null) return;
    this.start(() => this.schedule(), 'Tokens that end could not be read; retrying in the next round');
  }

  /** Null once the token has ended or was revoked. */
  async of(deliveryId: string): Promise<EndingToken | null> {
    const [token] = await selectRows(this.pool, tokenRow, {
      name: 'read-ending-token',
      text: `SELECT t.name, t.expires_at AS "expiresAt"
             FROM notifications.deliveries d JOIN auth.tokens t ON t.id = split_part(d.key, ':', 2)::uuid
             WHERE d.id = $1 AND d.form = 'token' AND t.revoked_at IS NULL AND t.expires_at > now()`,
      values: [deliveryId],
    });
    return token?.expiresAt ? { name: token.name, expiresAt: token.expiresAt } : null;
  }

  private async schedule(): Promise<void> {
    await execute(this.pool, {
      text: `INSERT INTO notifications.deliveries (key, user_id, form, due_at)
             SELECT 'token:' || t.id, t.user_id, 'token', now()
             FROM auth.tokens t JOIN auth.users u ON u.id = t.user_id AND u.active
             WHERE t.revoked_at IS NULL AND t.expires_at > now()
               AND t.expires_at <= now() + make_interval(days => $1)
               AND t.created_at < t.expires_at - make_interval(days => $1)
             ON CONFLICT ON CONSTRAINT uq_deliveries_key DO NOTHING`,
      values: [DAYS_BEFORE],
    });
  }
}
