import { Inject, Injectable } from '@nestjs/common';
import { RedisStore } from 'connect-redis';
import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import type { ServiceRequest } from './principal.ts';
import type { RedisConnection } from './redis.ts';
import { requestContext } from './request-context.ts';
import { CONFIG, REDIS } from './tokens.ts';

/** The one session cookie of the product. */
export const SESSION_COOKIE = 'mainstay.sid';

/**
 * What svc-auth stores in a session (through passport): the user, the user's epoch at sign-in and the time of sign-in
 * in milliseconds. Incrementing a user's epoch ends all their sessions.
 */
const sessionUser = z.object({ userId: z.string(), epoch: z.number(), signedInAt: z.number() });
export type SessionUser = z.infer<typeof sessionUser>;

/** How long a session without a user is kept: the browser has begun to sign in elsewhere. */
const SIGNING_IN_S = 600;

const sessionRecord = z.object({ passport: z.object({ user: z.unknown() }) });

/** Attributes of the session cookie. The browser keeps it for the absolute lifetime; Redis expires idle sessions. */
export const sessionCookieOptions = (config: BaseConfig) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.PUBLIC_URL.startsWith('https:'),
  path: '/',
  maxAge: config.SESSION_ABSOLUTE_S * 1000,
});

/** The session id of a `Cookie` header, if it was signed with one of our secrets. */
export function sessionIdOf(cookieHeader: string | undefined, secrets: readonly string[]): string | null {
  if (!cookieHeader) return null;
  const signed = parseCookie(cookieHeader)[SESSION_COOKIE];
  if (!signed?.startsWith('s:')) return null;
  for (const secret of secrets) {
    const sid = unsign(signed.slice(2), secret);
    if (sid !== false) return sid;
  }
  return null;
}

/** The sessions in Redis: express-session in svc-auth writes them, every service reads them. */
@Injectable()
export class Sessions {
  /** Getting a session from it extends the idle limit, unless the page has sent the request by itself. */
  readonly store: RedisStore;

  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    @Inject(REDIS) private readonly redis: RedisConnection,
  ) {
    const idle = config.SESSION_IDLE_S;
    this.store = new RedisStore({
      client: {
        // Gets and extends in one round trip; the store would send an EXPIRE after each GET.
        get: (key: string) =>
          requestContext().extendsSession ? redis.getEx(key, { type: 'EX', value: idle }) : redis.get(key),
        set: redis.set.bind(redis),
        del: redis.del.bind(redis),
        scanIterator: redis.scanIterator.bind(redis),
      },
      disableTouch: true,
      prefix: 'session:',
      ttl: (record) => (this.userOf(record) ? idle : SIGNING_IN_S),
    });
  }

  /**
   * The user of a request's session, null when there is none: the one that passport found, where express-session runs,
   * otherwise from Redis.
   */
  async read(sid: string, { session, user }: ServiceRequest): Promise<SessionUser | null> {
    if (session) return this.valid(user);
    const record: unknown = await this.store.get(sid);
    return this.userOf(record);
  }

  /**
   * How long a session goes on, for the browser that has it: `idle=43200, remaining=600000, unused=60`, in seconds,
   * without another request of a person, at most, and since their last one. Null for a record without a user.
   */
  async lifetimeOf(sid: string, record: unknown): Promise<string | null> {
    const user = this.userOf(record);
    if (!user) return null;
    const { SESSION_IDLE_S: idle, SESSION_ABSOLUTE_S: absolute } = this.config;
    const remaining = Math.floor(absolute - (Date.now() - user.signedInAt) / 1000);
    const isExtended = requestContext().extendsSession;
    const unused = isExtended ? 0 : Math.max(0, idle - (await this.redis.ttl(this.store.prefix + sid)));
    return `idle=${idle}, remaining=${remaining}, unused=${unused}`;
  }

  /**
   * The users of sessions in the given order, null for each that ended. One `MGET`, which does not extend the idle
   * limit.
   */
  async peek(sids: readonly string[]): Promise<(SessionUser | null)[]> {
    if (sids.length === 0) return [];
    const records = await this.redis.mGet(sids.map((sid) => this.store.prefix + sid));
    return records.map((json) => this.userOf(JSON.parse(json ?? 'null')));
  }

  private userOf(record: unknown): SessionUser | null {
    return this.valid(sessionRecord.safeParse(record).data?.passport.user);
  }

  private valid(stored: unknown): SessionUser | null {
    const { data: user } = sessionUser.safeParse(stored);
    return user && Date.now() - user.signedInAt <= this.config.SESSION_ABSOLUTE_S * 1000 ? user : null;
  }
}
