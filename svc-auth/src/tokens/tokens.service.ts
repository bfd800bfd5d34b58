import {
  conflict,
  execute,
  forbidden,
  hashToken,
  notFound,
  type Principal,
  Transactions,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { IsNull, type Repository } from 'typeorm';
import { Token } from './token.entity.ts';
import { type CreatedTokenResponse, type CreateTokenRequest, toTokenResponse } from './tokens.schemas.ts';

/** Live tokens of one user at most. */
const TOKEN_LIMIT = 50;

/** Personal access tokens: for API consumers, so that nobody scripts against a cookie. */
@Injectable()
export class TokensService {
  constructor(
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    private readonly transactions: Transactions,
  ) {}

  /** The user's own tokens that were not revoked, newest first. */
  list(principal: Principal): Promise<Token[]> {
    return this.tokens.find({
      where: { userId: principal.userId, revokedAt: IsNull() },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /**
   * Creates a token and answers its secret, which is not kept.
   * @throws Problem 403 for a token making tokens, 409 beyond 50 of them
   */
  async create(principal: Principal, request: CreateTokenRequest): Promise<CreatedTokenResponse> {
    requireSession(principal);
    const secret = `mainstay_${randomBytes(32).toString('base64url')}`;
    const token = await this.transactions.run(async (transaction) => {
      // One creation of a user at a time, or two at once would pass the limit together. TypeORM knows no advisory locks.
      await execute(transaction, {
        text: "SELECT FROM pg_advisory_xact_lock(hashtext('auth.tokens' || $1))",
        values: [principal.userId],
      });
      const tokens = transaction.withRepository(this.tokens);
      const live = await tokens.countBy({ userId: principal.userId, revokedAt: IsNull() });
      if (live >= TOKEN_LIMIT) throw conflict(`You have ${TOKEN_LIMIT} tokens. Revoke one first.`);
      const { identifiers } = await tokens.insert({
        userId: principal.userId,
        name: request.name,
        tokenHash: hashToken(secret),
        readOnly: request.readOnly,
        expiresAt: request.expiresAt === null ? null : new Date(request.expiresAt),
      });
      return tokens.findOneByOrFail({ id: String(identifiers[0]?.['id']) });
    });
    return { ...toTokenResponse(token), token: secret };
  }

  /** Ends a token at once. @throws Problem 404 unless it is the user's own and live */
  async revoke(principal: Principal, id: string): Promise<void> {
    requireSession(principal);
    const { affected } = await this.transactions.run((transaction) =>
      transaction
        .withRepository(this.tokens)
        .update({ id, userId: principal.userId, revokedAt: IsNull() }, { revokedAt: () => 'now()' }),
    );
    if (affected !== 1) throw notFound();
  }
}

/** A leaked token must not be able to make itself successors or to end the others. */
function requireSession({ via }: Principal): void {
  if (via !== 'session') throw forbidden('Sign in with a password to manage tokens.');
}
