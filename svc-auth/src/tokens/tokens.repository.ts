import { encodeCursor, type Page } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import { User } from '../database/user.entity.ts';
import { Token } from './token.entity.ts';
import type { ListTokensQuery } from './tokens.schemas.ts';

/** Reads and writes auth.tokens. Methods with a manager parameter take part in its transaction. */
@Injectable()
export class TokensRepository {
  constructor(
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  ownerExists(userId: string): Promise<boolean> {
    return this.users.existsBy({ id: userId });
  }

  /** A user's tokens that were not revoked, including expired ones, newest first. */
  async list(userId: string, { limit, cursor }: ListTokensQuery): Promise<Page<Token>> {
    const notRevoked = { userId, revokedAt: IsNull() };
    const query = this.tokens
      .createQueryBuilder('token')
      .where(notRevoked)
      .orderBy('token.createdAt', 'DESC')
      .addOrderBy('token.id', 'DESC')
      .limit(limit + 1);
    if (cursor) {
      const [createdAt, id] = cursor;
      query.andWhere('(token.createdAt, token.id) < (:createdAt, :id)', { createdAt, id });
    }
    const [rows, total] = await Promise.all([query.getMany(), this.tokens.countBy(notRevoked)]);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, total, next: last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null };
  }

  /**
   * Locks the owner of tokens, so that concurrent creations cannot exceed the limit, and none happens during a password
   * reset or deactivation. Null when the user was removed or deactivated.
   */
  lockOwner(manager: EntityManager, userId: string): Promise<User | null> {
    return manager.withRepository(this.users).findOne({
      where: { id: userId, active: true },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** The number of a user's tokens that are neither revoked nor expired. */
  countUsable(manager: EntityManager, userId: string): Promise<number> {
    return manager
      .withRepository(this.tokens)
      .createQueryBuilder('token')
      .where({ userId, revokedAt: IsNull() })
      .andWhere('(token.expiresAt IS NULL OR token.expiresAt > now())')
      .getCount();
  }

  async insert(
    manager: EntityManager,
    token: Pick<Token, 'userId' | 'name' | 'tokenHash' | 'readOnly' | 'expiresAt'>,
  ): Promise<Token> {
    const tokens = manager.withRepository(this.tokens);
    const { identifiers } = await tokens.insert(token);
    return tokens.findOneByOrFail({ id: String(identifiers[0]?.['id']) });
  }

  /** Returns false when there was no such token, or it was already revoked. */
  async revoke(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.tokens)
      .update({ id, userId, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  async revokeAll(manager: EntityManager, userId: string): Promise<void> {
    await manager
      .withRepository(this.tokens)
      .update({ userId, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
  }
}
