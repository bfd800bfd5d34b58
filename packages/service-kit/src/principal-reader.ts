import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BaseConfig } from './config.ts';
import { type Principal, roles, type ServiceRequest } from './principal.ts';
import { type Problem, unauthorized } from './problem.ts';
import { sessionIdOf, Sessions, type SessionUser } from './session.ts';
import { selectRows } from './statements.ts';
import { TokenUses } from './token-uses.ts';
import { CONFIG, PG_POOL } from './tokens.ts';

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
const endedRow = z.object({ is_expired: z.boolean().nullable() });
const tokenRow = userRow.extend({ read_only: z.boolean(), token_hash: z.string() });

const BEARER = /^Bearer( |$)/i;

/** What a request was authenticated with: the id of a session, or the hash of a token. */
export type Credential = { readonly sid: string } | { readonly tokenHash: string };

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
    private readonly sessions: Sessions,
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly uses: TokenUses,
  ) {}

  /**
   * The principal of a request's bearer token (RFC 6750) or session cookie; null for an anonymous request. An
   * `Authorization` header of another scheme (for example a proxy's Basic) is ignored.
   * @throws Problem 503 when Redis or PostgreSQL is unavailable.
   */
  async read(request: ServiceRequest): Promise<Principal | null> {
    const credential = this.credentialOf(request.headers);
    if (!credential) return null;
    if ('sid' in credential) return this.ofSession(await this.sessions.read(credential.sid, request));
    const { tokenHash } = credential;
    const principal = (await this.ofTokens([tokenHash])).get(tokenHash) ?? null;
    if (principal) this.uses.record(tokenHash);
    return principal;
  }

  /**
   * Why {@link read} returned null.
   * @throws Problem 503 when PostgreSQL is unavailable.
   */
  async refusal({ headers }: Pick<ServiceRequest, 'headers'>): Promise<Problem> {
    if (!BEARER.test(headers.authorization?.toString() ?? '')) return unauthorized();
    const credential = this.credentialOf(headers);
    const [token] = await selectRows(this.pool, endedRow, {
      name: 'read-ended-token',
      text: `SELECT revoked_at IS NULL AND expires_at <= now() AS is_expired FROM auth.tokens WHERE token_hash = $1`,
      values: [credential && 'tokenHash' in credential ? credential.tokenHash : ''],
    });
    if (!token) return unauthorized('token_unknown');
    return unauthorized(token.is_expired === true ? 'token_expired' : 'token_revoked');
  }

  /** What {@link read} looks for; null for an anonymous request. */
  credentialOf({ authorization, cookie }: ServiceRequest['headers']): Credential | null {
    if (typeof authorization === 'string' && BEARER.test(authorization)) {
      const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
      return token === undefined ? null : { tokenHash: hashToken(token) };
    }
    const sid = sessionIdOf(typeof cookie === 'string' ? cookie : undefined, this.config.SESSION_SECRET);
    return sid === null ? null : { sid };
  }

  /**
   * The current principals of requests that are still being served, in the given order; null for each whose session or
   * token is no longer valid. At most three lookups for all of them. Does not extend the idle limit of a session.
   * @throws Problem 503 when Redis or PostgreSQL is unavailable.
   */
  async readAgain(credentials: readonly Credential[]): Promise<(Principal | null)[]> {
    const [ofSessions, ofTokens] = await Promise.all([
      this.ofSessions(credentials.flatMap((one) => ('sid' in one ? [one.sid] : []))),
      this.ofTokens(credentials.flatMap((one) => ('sid' in one ? [] : [one.tokenHash]))),
    ]);
    return credentials.map(
      (one) => ('sid' in one ? ofSessions.get(one.sid) : ofTokens.get(one.tokenHash)) ?? null,
    );
  }

  private async ofSession(session: SessionUser | null): Promise<Principal | null> {
    if (!session) return null;
    const [row] = await selectRows(this.pool, userRow, {
      name: 'read-session-user',
      text: `SELECT id, email, first_name, last_name, role, session_epoch FROM auth.users
             WHERE id = $1 AND active`,
      values: [session.userId],
    });
    return ofUser(row, session);
  }

  /** By session id. */
  private async ofSessions(sids: string[]): Promise<Map<string, Principal | null>> {
    const unique = [...new Set(sids)];
    const sessions = await this.sessions.peek(unique);
    const userIds = [...new Set(sessions.flatMap((session) => session?.userId ?? []))];
    if (userIds.length === 0) return new Map();
    const rows = await selectRows(this.pool, userRow, {
      name: 'read-session-users',
      text: `SELECT id, email, first_name, last_name, role, session_epoch FROM auth.users
             WHERE id = ANY($1) AND active`,
      values: [userIds],
    });
    const users = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      sessions.map((session, at) => [
        unique[at] ?? '',
        session && ofUser(users.get(session.userId), session),
      ]),
    );
  }

  /** By the token's hash. */
  private async ofTokens(hashes: string[]): Promise<Map<string, Principal | null>> {
    if (hashes.length === 0) return new Map();
    const rows = await selectRows(this.pool, tokenRow, {
      name: 'read-token-users',
      text: `SELECT u.id, u.email, u.first_name, u.last_name, u.role, u.session_epoch, t.read_only, t.token_hash
             FROM auth.tokens t JOIN auth.users u ON u.id = t.user_id
             WHERE t.token_hash = ANY($1) AND t.revoked_at IS NULL
               AND (t.expires_at IS NULL OR t.expires_at > now()) AND u.active`,
      values: [[...new Set(hashes)]],
    });
    return new Map(rows.map((row) => [row.token_hash, ofTokenRow(row)]));
  }
}

/** Parsed here, because rows are not checked when they are read. */
function ofUser(row: unknown, { epoch }: SessionUser): Principal | null {
  const user = userRow.safeParse(row);
  return user.success && user.data.session_epoch === epoch ? toPrincipal(user.data, 'session') : null;
}

function ofTokenRow(found: unknown): Principal | null {
  const row = tokenRow.safeParse(found);
  return row.success ? toPrincipal(row.data, row.data.read_only ? 'read-only-token' : 'token') : null;
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
