import { CONFIG, REDIS, type RedisConnection, Sessions } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AuthConfig } from '../config.ts';

const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** A path of ours. */
  returnTo: z.string(),
});
/** A sign-in that a browser began. */
export type PendingSignIn = z.infer<typeof pendingSignIn>;

/** How old a logout token may be. */
export const LOGOUT_WITHIN_S = 10 * 60;

/** How long a sign-in may take. */
export const SIGN_IN_WITHIN_S = 10 * 60;

const pendingKey = (sessionId: string, state: string): string => `company-pending:${sessionId}:${state}`;

/** By what the sessions of company accounts are found. */
type Handle = { readonly identityId: string } | { readonly sid: string };

const keyOf = (handle: Handle): string =>
  'sid' in handle ? `company-sessions:sid:${handle.sid}` : `company-sessions:identity:${handle.identityId}`;

/**
 * What sessions have besides their user: sign-ins that were begun, and how those of company accounts are found, so that
 * their provider, or an administrator, can end them. Beside the record of the session, which a late response would
 * restore after a sign-out.
 */
@Injectable()
export class CompanySessions {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly sessions: Sessions,
  ) {}

  /** Keeps a sign-in that the browser of this session began. */
  async begin(sessionId: string, pending: PendingSignIn): Promise<void> {
    await this.redis.set(pendingKey(sessionId, pending.state), JSON.stringify(pending), {
      expiration: { type: 'EX', value: SIGN_IN_WITHIN_S },
    });
  }

  /** Takes it, once; null when this browser began none with that state, or more than ten minutes ago. */
  async take(sessionId: string, state: unknown): Promise<PendingSignIn | null> {
    if (typeof state !== 'string') return null;
    const kept = await this.redis.getDel(pendingKey(sessionId, state));
    return kept === null ? null : pendingSignIn.parse(JSON.parse(kept));
  }

  /** Remembers how a session is found, for as long as it can last. */
  async add(sessionId: string, handles: readonly Handle[]): Promise<void> {
    const changes = this.redis.multi();
    for (const key of handles.map(keyOf)) {
      changes.sAdd(key, sessionId).expire(key, this.config.SESSION_ABSOLUTE_S);
    }
    await changes.exec();
  }

  /** Ends the sessions, wherever they are open: their event streams end with the next check. */
  async end(handle: Handle): Promise<void> {
    const key = keyOf(handle);
    const ids = await this.redis.sMembers(key);
    await this.redis.del([key, ...ids.map((id) => this.sessions.store.prefix + id)]);
  }

  /** False when a logout token with this id was taken before. */
  async takeLogout(jti: string): Promise<boolean> {
    const taken = await this.redis.set(`company-logout:${jti}`, '1', {
      condition: 'NX',
      expiration: { type: 'EX', value: 2 * LOGOUT_WITHIN_S },
    });
    return taken !== null;
  }
}
