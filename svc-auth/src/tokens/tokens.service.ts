import {
  conflict,
  hashToken,
  notFound,
  type Page,
  type Principal,
  Transactions,
  unauthorized,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { requireSession } from './require-session.ts';
import { TokensRepository } from './tokens.repository.ts';
import {
  type CreatedTokenResponse,
  type CreateTokenRequest,
  type ListTokensQuery,
  type TokenResponse,
  toTokenResponse,
} from './tokens.schemas.ts';

/** Maximum number of usable tokens per user; expired ones do not count. */
const TOKEN_LIMIT = 50;

/** Personal access tokens, so that scripts do not need session cookies. */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly transactions: Transactions,
  ) {}

  /** A user's tokens that were not revoked, newest first. */
  async list(userId: string, query: ListTokensQuery): Promise<Page<TokenResponse>> {
    const { items, ...page } = await this.tokens.list(userId, query);
    return { ...page, items: items.map(toTokenResponse) };
  }

  /**
   * The same of a user who may not exist.
   * @throws Problem 404 for an unknown user
   */
  async listOf(userId: string, query: ListTokensQuery): Promise<Page<TokenResponse>> {
    if (!(await this.tokens.ownerExists(userId))) throw notFound();
    return this.list(userId, query);
  }

  /**
   * Creates a token and returns its secret, which is not stored.
   * @throws Problem 401 when the session ended meanwhile, 403 for a request made with a token, 409 above 50 tokens
   */
  async create(principal: Principal, request: CreateTokenRequest): Promise<CreatedTokenResponse> {
    requireSession(principal, 'create a token');
    const { userId } = principal;
    const secret = `mainstay_${randomBytes(32).toString('base64url')}`;
    const token = await this.transactions.run(async (manager) => {
      const owner = await this.tokens.lockOwner(manager, userId);
      // A reset or deactivation after the session was read has revoked all tokens; this one would survive it.
      if (owner?.sessionEpoch !== principal.sessionEpoch) throw unauthorized();
      if ((await this.tokens.countUsable(manager, userId)) >= TOKEN_LIMIT) {
        throw conflict('too_many_tokens', `You have ${TOKEN_LIMIT} tokens. Revoke one first.`);
      }
      return this.tokens.insert(manager, {
        userId,
        name: request.name,
        tokenHash: hashToken(secret),
        readOnly: request.readOnly,
        expiresAt: request.expiresAt === null ? null : new Date(request.expiresAt),
      });
    });
    return { ...toTokenResponse(token), token: secret };
  }

  /**
   * Revokes a token of a user.
   * @throws Problem 403 for a token, 404 unless it is one of that user's active tokens
   */
  async revoke(principal: Principal, userId: string, id: string): Promise<void> {
    requireSession(principal, 'revoke a token');
    const revoked = await this.transactions.run((manager) => this.tokens.revoke(manager, userId, id));
    if (!revoked) throw notFound();
  }
}
