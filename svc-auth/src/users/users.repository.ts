import { Injectable } from '@nestjs/common';
import { Transactions } from '@mainstay/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from './user.entity.ts';

/** The only SQL on auth.users. Methods take part in the transaction whose manager they are given. */
@Injectable()
export class UsersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.transactions.run(work);
  }

  async anyExists(manager: EntityManager = this.dataSource.manager): Promise<boolean> {
    return manager.exists(User);
  }

  /** Holds every other first registration back until this transaction ends. */
  async lockFirstRegistration(manager: EntityManager): Promise<void> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtext('auth.first-registration'))");
  }

  findByEmail(email: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { email });
  }

  findById(id: string): Promise<User | null> {
    return this.dataSource.manager.findOneBy(User, { id });
  }

  lockById(manager: EntityManager, id: string): Promise<User | null> {
    return manager.findOne(User, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** The active administrators, locked in one order so that two of them cannot demote each other at once. */
  lockActiveAdmins(manager: EntityManager): Promise<User[]> {
    return manager.find(User, {
      where: { role: 'admin', active: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'role'>,
  ): Promise<User> {
    const { identifiers } = await manager.insert(User, user);
    return manager.findOneByOrFail(User, { id: String(identifiers[0]?.['id']) });
  }

  /** Writes the given columns; the database counts the version. */
  async update(
    manager: EntityManager,
    id: string,
    changes: Partial<
      Pick<User, 'email' | 'firstName' | 'lastName' | 'role' | 'active' | 'passwordHash' | 'sessionEpoch'>
    >,
  ): Promise<User> {
    await manager.update(User, id, { ...changes, updatedAt: () => 'now()' });
    return manager.findOneByOrFail(User, { id });
  }
}
