import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Identity } from './identity.entity.ts';

type Account = Pick<Identity, 'issuer' | 'subject'>;

/** Reads and writes auth.identities. Methods with a manager parameter take part in its transaction. */
@Injectable()
export class IdentitiesRepository {
  constructor(@InjectRepository(Identity) private readonly identities: Repository<Identity>) {}

  find({ issuer, subject }: Account): Promise<Identity | null> {
    return this.identities.findOneBy({ issuer, subject });
  }

  /** Oldest first. */
  listOf(userId: string): Promise<Identity[]> {
    return this.identities.find({ where: { userId }, order: { linkedAt: 'ASC', id: 'ASC' } });
  }

  /**
   * Links a user to an account.
   * @returns null when the account belongs to somebody else, or the user has another one of this issuer
   */
  async link(
    manager: EntityManager,
    { issuer, subject, userId, email }: Account & Pick<Identity, 'userId' | 'email'>,
  ): Promise<Identity | null> {
    const identities = manager.withRepository(this.identities);
    // Waits for another first sign-in at the same moment.
    const insert = identities.createQueryBuilder().insert().values({ issuer, subject, userId, email });
    await insert.orIgnore().execute();
    return identities.findOneBy({ issuer, subject, userId });
  }

  /** False when it was unlinked meanwhile. */
  async use(manager: EntityManager, { id, userId }: Identity): Promise<boolean> {
    const identities = manager.withRepository(this.identities);
    const { affected } = await identities.update({ id, userId }, { lastUsedAt: () => 'now()' });
    return affected === 1;
  }

  /** False when the user has no such account. */
  async unlink(manager: EntityManager, userId: string, id: string): Promise<boolean> {
    const { affected } = await manager.withRepository(this.identities).delete({ id, userId });
    return affected === 1;
  }
}
