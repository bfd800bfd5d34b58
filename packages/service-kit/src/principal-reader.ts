import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import { type Principal, roles, type ServiceRequest } from './principal.ts';
import type { RedisConnection } from './redis.ts';
import { readSession, sessionIdOf } from './session.ts';
import { selectRows } from './statements.ts';
import { CONFIG, PG_POOL, REDIS } from './tokens.ts';

/**
 * These statements run before every request, so they are prepared SQL and not TypeORM queries. Their rows are parsed: a
 * newer svc-auth may know roles that this service does not.
 */
const userRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(roles),
  session_epoch: z.int(),
});
const tokenRow = userRow.extend({ read_only: z.boolean() });

/** The stored hash of a personal access token: SHA-256 in hexadecimal. Tokens are random, so no salt is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Determines who sent a request. Only svc-auth writes sessions and tokens; every service reads them here, with one
 * lookup of the user by primary or unique key, so that a deactivated, demoted or reset user is noticed at once.
 */
@Injectable()
export class PrincipalReader {
  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    @Inject(REDIS) private readonly redis: RedisConnection,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /**
   * The principal of a request's bearer token (RFC 6750) or session cookie; null for an anonymous request. An
   * `Authorization` header of another scheme (for example a proxy's Basic) is ignored.
   * @throws Problem 503 when Redis or PostgreSQL is unavailable.
   */
  async read({ authorization, cookie }: ServiceRequest['headers']): Promise<Principal | null> {
    if (typeof authorization === 'string' && /^Bearer( |$)/i.test(authorization)) {
      return this.ofToken(authorization);
    }
    return this.ofSession(typeof cookie === 'string' ? cookie : undefined);
  }

  private async ofSession(cookie: string | undefined): Promise<Principal | null> {
    const sid = sessionIdOf(cookie, this.config.SESSION_SECRET);
    const session = sid === null ? null : await readSession(this.redis, this.config, sid);
    if (!session) return null;
    const [row] = await selectRows(this.pool, userRow, {
      name: 'read-session-user',
      text: `SELECT id, email, first_name, last_name, role, session_epoch FROM auth.users
             WHERE id = $1 AND active`,
      values: [session.userId],
    });
    const user = userRow.safeParse(row);
    if (!user.success || user.data.session_epoch !== session.epoch) return null;
    return toPrincipal(user.data, 'session');
  }

  private async ofToken(authorization: string): Promise<Principal | null> {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
    if (token === undefined) return null;
    const [found] = await selectRows(this.pool, tokenRow, {
      name: 'read-token-user',
      text: `SELECT u.id, u.email, u.first_name, u.last_name, u.role, u.session_epoch, t.read_only
             FROM auth.tokens t JOIN auth.users u ON u.id = t.user_id
             WHERE t.token_hash = $1 AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
               AND u.active`,
      values: [hashToken(token)],
    });
    const row = tokenRow.safeParse(found);
    if (!row.success) return null;
    return toPrincipal(row.data, row.data.read_only ? 'read-only-token' : 'token');
  }
}

const toPrincipal = (user: z.infer<typeof userRow>, via: Principal['via']): Principal => ({
  userId: user.id,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  role: user.role,
  sessionEpoch: user.session_epoch,
  via,
});
