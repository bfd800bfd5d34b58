import {
  brokenConstraint,
  CONFIG,
  badRequest,
  conflict,
  forbidden,
  Idempotency,
  type IdempotentRequest,
  notFound,
  type Precondition,
  type Principal,
  type Role,
  Transactions,
  unauthorized,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AuthConfig, companyLabel } from '../config.ts';
import { requireSession } from '../tokens/require-session.ts';
import { TokensRepository } from '../tokens/tokens.repository.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { checkPictureHost } from './picture-hosts.ts';
import type { User } from '../database/user.entity.ts';
import { UsersRepository } from './users.repository.ts';
import {
  type RegisterRequest,
  type ResetPasswordRequest,
  type SetActiveRequest,
  type SetupResponse,
  toVersionedUserResponse,
  type UpdateUserRequest,
  type UserResponse,
  userResponse,
} from './users.schemas.ts';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: TokensRepository,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  async read(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw unauthorized();
    return user;
  }

  async find(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw notFound();
    return user;
  }

  /**
   * The user with these credentials. A wrong password, an unknown e-mail, a deactivated account, and a manager where
   * only passwords of administrators sign in give the same result in the same time.
   */
  async authenticate(email: string, password: string): Promise<User | null> {
    const user = await this.users.findByEmail(email);
    const fits = await verifyPassword(password, user?.passwordHash);
    const isAdmitted = this.config.PASSWORD_SIGN_IN === 'on' || user?.role === 'admin';
    return fits && user?.active === true && isAdmitted ? user : null;
  }

  /** Whether anonymous visitors may register. */
  get admitsVisitors(): boolean {
    return this.config.SELF_REGISTRATION === 'on';
  }

  async setup(): Promise<SetupResponse> {
    const label = companyLabel(this.config);
    return {
      needed: !(await this.users.anyExists()),
      selfRegistration: this.admitsVisitors,
      ...(label !== null && { company: { label } }),
    };
  }

  /**
   * The three cases of registration: the very first user becomes administrator, an administrator creates an employee,
   * and anyone else is rejected unless anonymous visitors may register. `signIn` is the new user when they are the
   * caller, otherwise null.
   * @throws Problem 400 for an Idempotency-Key without a session, 401, 403 or 409
   */
  async register(
    { password, ...person }: RegisterRequest,
    principal: Principal | null,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<{ created: Versioned<UserResponse>; signIn: User | null }> {
    if (principal) {
      if (principal.role !== 'admin') throw forbidden();
      requireSession(principal, 'register a user');
      const passwordHash = await hashPassword(password);
      const created = await this.onUniqueEmail(() =>
        this.transactions.run((manager) =>
          this.idempotency.once(
            manager,
            principal.userId,
            idempotentRequest,
            versioned(userResponse),
            async () =>
              toVersionedUserResponse(await this.users.insert(manager, { ...person, passwordHash })),
          ),
        ),
      );
      return { created, signIn: null };
    }
    if (!this.admitsVisitors && (await this.users.anyExists())) throw unauthorized();
    if (idempotentRequest) throw keyOfVisitor();
    const passwordHash = await hashPassword(password);
    const user = await this.onUniqueEmail(() =>
      this.transactions.run(async (manager) => {
        await this.users.lockFirstRegistration(manager);
        const isFirst = !(await this.users.anyExists(manager));
        if (!isFirst && !this.admitsVisitors) throw unauthorized();
        return this.users.insert(manager, {
          ...person,
          passwordHash,
          role: isFirst ? 'admin' : 'district_manager',
          id: await this.users.actAsNewUser(manager),
        });
      }),
    );
    return { created: toVersionedUserResponse(user), signIn: user };
  }

  /** @throws Problem 403 when a token changes a role, 404, 409 or 412 */
  async update(
    principal: Principal,
    id: string,
    { id: bodyId, ...changes }: UpdateUserRequest,
    precondition: Precondition,
  ): Promise<User> {
    if (bodyId !== undefined && bodyId !== id) {
      throw badRequest({ id: ['The id must be the one in the address.'] });
    }
    checkPictureHost(changes.profileImageUrl, this.config);
    return this.onUniqueEmail(() =>
      this.transactions.run(async (manager) => {
        if (changes.role === 'district_manager') await this.refuseLastAdmin(manager, id);
        const user = await this.users.lockById(manager, id);
        if (!user) throw notFound();
        const role = changes.role ?? user.role;
        if (role !== user.role) requireSession(principal, 'change a role');
        precondition(user.version);
        if (user.role === 'admin' && role !== 'admin') await this.tokens.revokeAll(manager, id);
        return this.users.update(manager, id, changes);
      }),
    );
  }

  async setActive(
    principal: Principal,
    id: string,
    { active }: SetActiveRequest,
    precondition: Precondition,
  ): Promise<User> {
    if (!active && id === principal.userId) throw conflict('own_account', 'You cannot deactivate yourself.');
    return this.transactions.run(async (manager) => {
      if (!active) await this.refuseLastAdmin(manager, id);
      const user = await this.users.lockById(manager, id);
      if (!user) throw notFound();
      precondition(user.version);
      const ended = user.active && !active;
      if (ended) await this.tokens.revokeAll(manager, id);
      return this.users.update(manager, id, {
        active,
        sessionEpoch: ended ? user.sessionEpoch + 1 : user.sessionEpoch,
      });
    });
  }

  /**
   * Locks a user, and gives an active one this role; null leaves theirs. The last active administrator keeps it.
   * @returns null for an unknown user
   */
  async lockWithRole(manager: EntityManager, id: string, role: Role | null): Promise<User | null> {
    const isLast = role === 'district_manager' && (await this.isLastAdmin(manager, id));
    const user = await this.users.lockById(manager, id);
    if (!user?.active || role === null || role === user.role || isLast) return user;
    if (role === 'district_manager') await this.tokens.revokeAll(manager, id);
    return this.users.update(manager, id, { role });
  }

  /** @throws Problem 403 for a token, 400 for an unknown user */
  async resetPassword(principal: Principal, { userId, newPassword }: ResetPasswordRequest): Promise<User> {
    requireSession(principal, 'reset a password');
    if (!(await this.users.findById(userId))) throw badRequest({ userId: ['There is no such user.'] });
    const passwordHash = await hashPassword(newPassword);
    return this.transactions.run(async (manager) => {
      const user = await this.users.lockById(manager, userId);
      if (!user) throw badRequest({ userId: ['There is no such user.'] });
      await this.tokens.revokeAll(manager, userId);
      return this.users.update(manager, userId, { passwordHash, sessionEpoch: user.sessionEpoch + 1 });
    });
  }

  private async onUniqueEmail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error)?.constraint === 'uq_users_email') {
        throw conflict('email_taken', 'A user with this e-mail already exists.', {
          email: ['A user with this e-mail already exists.'],
        });
      }
      throw error;
    }
  }

  private async isLastAdmin(manager: EntityManager, id: string): Promise<boolean> {
    const admins = await this.users.lockActiveAdmins(manager);
    return admins.length === 1 && admins[0]?.id === id;
  }

  private async refuseLastAdmin(manager: EntityManager, id: string): Promise<void> {
    if (await this.isLastAdmin(manager, id)) {
      throw conflict(
        'last_admin',
        'This is the last active administrator. Make somebody else an administrator first.',
      );
    }
  }
}

const keyOfVisitor = () =>
  badRequest({
    'Idempotency-Key': [
      'Not supported without a session: keys belong to a user. Send the request without it.',
    ],
  });
