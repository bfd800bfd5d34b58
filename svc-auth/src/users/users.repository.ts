import { execute, selectRows } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { User } from '../database/user.entity.ts';

/** Reads and writes auth.users. Methods with a manager parameter take part in its transaction. */
@Injectable()
export class UsersRepository {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  async anyExists(manager?: EntityManager): Promise<boolean> {
    return (manager?.withRepository(this.users) ?? this.users).exists();
  }

  /** Makes concurrent first registrations wait until this transaction ends. TypeORM has no advisory locks. */
  async lockFirstRegistration(manager: EntityManager): Promise<void> {
    await execute(manager, {
      text: "SELECT FROM pg_advisory_xact_lock(hashtext('auth.first-registration'))",
    });
  }

  /**
   * Makes the user that this transaction will insert the actor of its audit entries, because a new user registers
   * themselves. In SQL, because the id must be known before the row exists.
   * @returns the id to insert
   */
  async actAsNewUser(manager: EntityManager): Promise<string> {
    const [row] = await selectRows(manager, z.object({ id: z.string() }), {
      text: "SELECT set_config('mainstay.actor_id', uuidv7()::text, true) AS id",
    });
    if (!row) throw new Error('set_config returned nothing');
    return row.id;
  }

  findByEmail(email: string): Promise<User | null> {
    return this.users.findOneBy({ email });
  }

  findById(id: string): Promise<User | null> {
    return this.users.findOneBy({ id });
  }

  lockById(manager: EntityManager, id: string): Promise<User | null> {
    return manager.withRepository(this.users).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * The active administrators, always locked in the same order, so that two of them cannot demote each other at once.
   */
  lockActiveAdmins(manager: EntityManager): Promise<User[]> {
    return manager.withRepository(this.users).find({
      where: { role: 'admin', active: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'role'> &
      Partial<Pick<User, 'id'>>,
  ): Promise<User> {
    const users = manager.withRepository(this.users);
    const { identifiers } = await users.insert(user);
    return users.findOneByOrFail({ id: String(identifiers[0]?.['id']) });
  }

  /** Writes the given columns; the database increments the version. */
  async update(
    manager: EntityManager,
    id: string,
    changes: Partial<Omit<User, 'id' | 'version' | 'createdAt' | 'updatedAt'>>,
  ): Promise<User> {
    const users = manager.withRepository(this.users);
    await users.update(id, { ...changes, updatedAt: () => 'now()' });
    return users.findOneByOrFail({ id });
  }
}
