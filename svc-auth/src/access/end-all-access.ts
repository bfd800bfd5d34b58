import { Sessions, Transactions } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, type Repository } from 'typeorm';
import { Token } from '../tokens/token.entity.ts';
import { User } from '../database/user.entity.ts';

/** Users per transaction: 1,000 tokens at most, because a long transaction holds back the change feed. */
const USERS_AT_ONCE = 20;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** Ends every session and revokes every token, for example after a restore. */
@Injectable()
export class EndAllAccess {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    private readonly sessions: Sessions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Also deletes the sessions in Redis: after a restore a user has an older epoch, and incrementing it could reach the
   * epoch of a session that was ended after the backup. Can be repeated, and run while services are running.
   * @returns the number of users, tokens and session records found
   */
  async run(): Promise<{ users: number; tokens: number; sessions: number }> {
    const found = { users: 0, tokens: 0, sessions: 0 };
    for (let last = BEFORE_ALL_IDS; ;) {
      const next = await this.users.find({
        select: { id: true },
        where: { id: MoreThan(last) },
        order: { id: 'ASC' },
        take: USERS_AT_ONCE,
      });
      const ids = next.map(({ id }) => id);
      const lastOfBatch = ids.at(-1);
      if (lastOfBatch === undefined) break;
      found.tokens += await this.endAccessOf(ids);
      found.users += ids.length;
      last = lastOfBatch;
    }
    found.sessions = Number(await this.sessions.store.length());
    await this.sessions.store.clear();
    return found;
  }

  private endAccessOf(ids: string[]): Promise<number> {
    return this.transactions.run(async (transaction) => {
      await transaction.withRepository(this.users).increment({ id: In(ids) }, 'sessionEpoch', 1);
      const { affected } = await transaction
        .withRepository(this.tokens)
        .update({ userId: In(ids), revokedAt: IsNull() }, { revokedAt: () => 'now()' });
      return affected ?? 0;
    });
  }
}
