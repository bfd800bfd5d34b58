import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import { type Principal, principalRow } from './principal.ts';
import { unavailable } from './problem.ts';
import type { RedisConnection } from './redis.ts';
import { CONFIG, PG_POOL, REDIS } from './tokens.ts';

/** The one session cookie of the product. */
export const SESSION_COOKIE = 'mainstay.sid';
/** Where express-session's records live in Redis: this prefix, then the session id. */
export const SESSION_PREFIX = 'session:';

/**
 * What svc-auth keeps in a session (through passport): the user, the user's epoch at sign-in and the moment of
 * sign-in in milliseconds. A user's epoch is raised to end all their sessions at once.
 */
export const sessionUser = z.object({ userId: z.string(), epoch: z.number(), signedInAt: z.number() });
export type SessionUser = z.infer<typeof sessionUser>;

const sessionRecord = z.object({ passport: z.object({ user: sessionUser }) });

/** Attributes of the session cookie. The browser keeps it for the absolute lifetime; Redis ends idle ones. */
export const sessionCookieOptions = (config: BaseConfig) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.PUBLIC_URL.startsWith('https:'),
  path: '/',
  maxAge: config.SESSION_ABSOLUTE_S * 1000,
});

/** Reads the session of a request. svc-auth is the only writer (express-session); everybody reads through this. */
@Injectable()
export class SessionReader {
  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    @Inject(REDIS) private readonly redis: RedisConnection,
    @Inject(PG_POOL) private readonly pool: Pool,
  ) {}

  /**
   * The principal of a request's cookie, or null for an anonymous one. One Redis GETEX, which also moves the idle
   * limit on, and one primary-key read, so that a deactivated, demoted or reset user is noticed at once.
   * @throws Problem 503 when Redis or PostgreSQL is away.
   */
  async read(cookieHeader: string | undefined): Promise<Principal | null> {
    const sid = this.sessionId(cookieHeader);
    if (sid === null) return null;
    const user = await this.sessionUserOf(sid);
    if (!user || Date.now() - user.signedInAt > this.config.SESSION_ABSOLUTE_S * 1000) return null;

    const { rows } = await this.pool.query({
      name: 'read-principal',
      text: `SELECT id, email, first_name, last_name, role, active, session_epoch
             FROM auth.users WHERE id = $1`,
      values: [user.userId],
    });
    const row = principalRow.safeParse(rows[0]);
    if (!row.success || !row.data.active || row.data.session_epoch !== user.epoch) return null;
    const { id, email, first_name: firstName, last_name: lastName, role } = row.data;
    return { userId: id, email, firstName, lastName, role };
  }

  private sessionId(cookieHeader: string | undefined): string | null {
    if (!cookieHeader) return null;
    const signed = parseCookie(cookieHeader)[SESSION_COOKIE];
    if (!signed?.startsWith('s:')) return null;
    for (const secret of this.config.SESSION_SECRET) {
      const sid = unsign(signed.slice(2), secret);
      if (sid !== false) return sid;
    }
    return null;
  }

  private async sessionUserOf(sid: string): Promise<SessionUser | null> {
    if (!this.redis.isReady) throw unavailable('The session store is away. Please try again shortly.');
    const json = await this.redis.getEx(SESSION_PREFIX + sid, {
      type: 'EX',
      value: this.config.SESSION_IDLE_S,
    });
    if (json === null) return null;
    const record = sessionRecord.safeParse(JSON.parse(json));
    return record.success ? record.data.passport.user : null;
  }
}
