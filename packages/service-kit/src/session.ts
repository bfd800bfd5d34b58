import { parseCookie } from 'cookie';
import { unsign } from 'cookie-signature';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import { unavailable } from './problem.ts';
import type { RedisConnection } from './redis.ts';

/** The one session cookie of the product. */
export const SESSION_COOKIE = 'mainstay.sid';
/** Prefix of express-session's records in Redis, followed by the session id. */
export const SESSION_PREFIX = 'session:';

/**
 * What svc-auth stores in a session (through passport): the user, the user's epoch at sign-in and the time of sign-in
 * in milliseconds. Incrementing a user's epoch ends all their sessions.
 */
export const sessionUser = z.object({ userId: z.string(), epoch: z.number(), signedInAt: z.number() });
export type SessionUser = z.infer<typeof sessionUser>;

const sessionRecord = z.object({ passport: z.object({ user: sessionUser }) });

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

/**
 * The user of a session, null when there is none. One `GETEX`, which also extends the idle limit.
 * @throws Problem 503 while Redis is unavailable.
 */
export async function readSession(
  redis: RedisConnection,
  config: BaseConfig,
  sid: string,
): Promise<SessionUser | null> {
  requireSessionStore(redis);
  const json = await redis.getEx(SESSION_PREFIX + sid, { type: 'EX', value: config.SESSION_IDLE_S });
  return userOf(json, config);
}

/**
 * The users of sessions in the given order, null for each that ended. One `MGET`, which does not extend the idle limit.
 * @throws Problem 503 while Redis is unavailable.
 */
export async function peekSessions(
  redis: RedisConnection,
  config: BaseConfig,
  sids: readonly string[],
): Promise<(SessionUser | null)[]> {
  requireSessionStore(redis);
  if (sids.length === 0) return [];
  const records = await redis.mGet(sids.map((sid) => SESSION_PREFIX + sid));
  return records.map((json) => userOf(json, config));
}

/** @throws Problem 503 while Redis is unavailable */
export function requireSessionStore(redis: RedisConnection): void {
  if (!redis.isReady)
    throw unavailable('The session store is temporarily unavailable. Please try again shortly.');
}

function userOf(json: string | null, config: BaseConfig): SessionUser | null {
  if (json === null) return null;
  const record = sessionRecord.safeParse(JSON.parse(json));
  if (!record.success) return null;
  const { user } = record.data.passport;
  return Date.now() - user.signedInAt > config.SESSION_ABSOLUTE_S * 1000 ? null : user;
}
