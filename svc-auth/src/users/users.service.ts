import {
  brokenConstraint,
  CONFIG,
  badRequest,
  conflict,
  forbidden,
  notFound,
  type Principal,
  unauthorized,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuthConfig } from '../config.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import type { User } from './user.entity.ts';
import { UsersRepository } from './users.repository.ts';
import type {
  RegisterRequest,
  ResetPasswordRequest,
  SetActiveRequest,
  UpdateUserRequest,
} from './users.schemas.ts';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  async read(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw unauthorized();
    return user;
  }

  /** The user of right credentials. A wrong password, an unknown e-mail and a deactivated account look alike. */
  async authenticate(email: string, password: string): Promise<User | null> {
    const user = await this.users.findByEmail(email);
    const fits = await verifyPassword(password, user?.passwordHash);
    return fits && user?.active === true ? user : null;
  }

  async setup(): Promise<{ needed: boolean; selfRegistration: boolean }> {
    return {
      needed: !(await this.users.anyExists()),
      selfRegistration: this.config.SELF_REGISTRATION === 'on',
    };
  }

  /**
   * The three cases of registration: the very first user becomes administrator, an administrator creates an employee,
   * and anyone else is refused unless visitors may register themselves. `signIn` says whether the new user is the
   * caller.
   */
  async register(
    request: RegisterRequest,
    principal: Principal | null,
  ): Promise<{ user: User; signIn: boolean }> {
    if (principal) {
      if (principal.role !== 'admin') throw forbidden();
      return { user: await this.create(request, () => Promise.resolve(request.role)), signIn: false };
    }
    const selfRegistration = this.config.SELF_REGISTRATION === 'on';
    if (!selfRegistration && (await this.users.anyExists())) throw unauthorized();
    const user = await this.create(request, async (manager) => {
      await this.users.lockFirstRegistration(manager);
      if (!(await this.users.anyExists(manager))) return 'admin';
      if (!selfRegistration) throw unauthorized();
      return 'district_manager';
    });
    return { user, signIn: true };
  }

  async update(id: string, { id: bodyId, ...changes }: UpdateUserRequest): Promise<User> {
    if (bodyId !== undefined && bodyId !== id) {
      throw badRequest({ id: ['The id must be the one in the address.'] });
    }
    return this.onUniqueEmail(() =>
      this.users.transaction(async (manager) => {
        if (changes.role === 'district_manager') await this.refuseLastAdmin(manager, id);
        const user = await this.users.lockById(manager, id);
        if (!user) throw notFound();
        user.email = changes.email ?? user.email;
        user.firstName = changes.firstName ?? user.firstName;
        user.lastName = changes.lastName ?? user.lastName;
        user.role = changes.role ?? user.role;
        return this.users.save(manager, user);
      }),
    );
  }

  async setActive(principal: Principal, id: string, { active }: SetActiveRequest): Promise<User> {
    if (!active && id === principal.userId) throw conflict('You cannot deactivate yourself.');
    return this.users.transaction(async (manager) => {
      if (!active) await this.refuseLastAdmin(manager, id);
      const user = await this.users.lockById(manager, id);
      if (!user) throw notFound();
      if (user.active && !active) user.sessionEpoch += 1;
      user.active = active;
      return this.users.save(manager, user);
    });
  }

  async resetPassword({ userId, newPassword }: ResetPasswordRequest): Promise<User> {
    if (!(await this.users.findById(userId))) throw badRequest({ userId: ['There is no such user.'] });
    const passwordHash = await hashPassword(newPassword);
    return this.users.transaction(async (manager) => {
      const user = await this.users.lockById(manager, userId);
      if (!user) throw badRequest({ userId: ['There is no such user.'] });
      user.passwordHash = passwordHash;
      user.sessionEpoch += 1;
      return this.users.save(manager, user);
    });
  }

  private async create(
    { password, email, firstName, lastName }: RegisterRequest,
    roleOf: (manager: EntityManager) => Promise<User['role']>,
  ): Promise<User> {
    const passwordHash = await hashPassword(password);
    return this.onUniqueEmail(() =>
      this.users.transaction(async (manager) => {
        const role = await roleOf(manager);
        return this.users.insert(manager, { email, passwordHash, firstName, lastName, role });
      }),
    );
  }

  private async onUniqueEmail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error)?.constraint === 'uq_users_email') {
        throw conflict('A user with this e-mail already exists.', {
          email: ['A user with this e-mail already exists.'],
        });
      }
      throw error;
    }
  }

  private async refuseLastAdmin(manager: EntityManager, id: string): Promise<void> {
    const admins = await this.users.lockActiveAdmins(manager);
    if (admins.length === 1 && admins[0]?.id === id) {
      throw conflict('This is the last active administrator. Make somebody else an administrator first.');
    }
  }
}
