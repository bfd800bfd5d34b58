import {
  CONFIG,
  notFound,
  type Principal,
  requestContext,
  type Role,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuthConfig } from '../config.ts';
import type { User } from '../database/user.entity.ts';
import { requireSession } from '../tokens/require-session.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { UsersService } from '../users/users.service.ts';
import type { CompanyAccount } from './company-account.ts';
import { CompanySessions } from './company-session.ts';
import { type IdentityResponse, toIdentityResponse } from './identities.schemas.ts';
import { IdentitiesRepository } from './identities.repository.ts';
import type { Identity } from './identity.entity.ts';
import { SignInProblem } from './sign-in-problem.ts';

@Injectable()
export class IdentitiesService {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly users: UsersService,
    private readonly userRows: UsersRepository,
    private readonly sessions: CompanySessions,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * The user of a company account, found by issuer and subject alone. The first time it is linked to the active user
   * with its verified e-mail address, who has no other account of this issuer. Sets the role, if groups decide it.
   * @throws SignInProblem `not_known`, `not_verified`, `inactive`, `linked`; `expired` when it was unlinked meanwhile
   */
  async signIn(account: CompanyAccount): Promise<{ user: User; identity: Identity }> {
    const known = await this.identities.find(account);
    const userId = known?.userId ?? (await this.userOfEmail(account)).id;
    // Who signs in is the actor of the audit trail. The route is public, so the access guard did not set it.
    const context = requestContext();
    context.userId = userId;
    context.via = 'app';
    return this.transactions.run(async (manager) => {
      const user = await this.users.lockWithRole(manager, userId, this.roleOf(account));
      if (!user) throw new SignInProblem('not_known');
      if (!user.active) throw new SignInProblem('inactive');
      const identity = known ?? (await this.link(manager, account, user));
      if (!(await this.identities.use(manager, identity))) throw new SignInProblem('expired');
      return { user, identity };
    });
  }

  /** @throws Problem 403 for a token, 404 for an unknown user */
  async list(principal: Principal, userId: string): Promise<IdentityResponse[]> {
    requireSession(principal, "read a user's company accounts");
    await this.users.find(userId);
    return (await this.identities.listOf(userId)).map(toIdentityResponse);
  }

  /**
   * Unlinks an account and ends the sessions that were begun with it.
   * @throws Problem 403 for a token, 404 unless it is one of that user
   */
  async unlink(principal: Principal, userId: string, id: string): Promise<void> {
    requireSession(principal, "unlink a user's company account");
    const unlinked = await this.transactions.run((manager) => this.identities.unlink(manager, userId, id));
    if (!unlinked) throw notFound();
    await this.sessions.end({ identityId: id });
  }

  /** Null where roles are set here. */
  private roleOf({ groups }: CompanyAccount): Role | null {
    const { OIDC_ADMIN_GROUP: group } = this.config;
    if (group === '') return null;
    return groups.includes(group) ? 'admin' : 'district_manager';
  }

  private async userOfEmail({ email, isVerified }: CompanyAccount): Promise<User> {
    if (email === null) throw new SignInProblem('not_known');
    if (!(isVerified ?? this.config.OIDC_TRUST_EMAIL === 'on')) throw new SignInProblem('not_verified');
    const user = await this.userRows.findByEmail(email);
    if (!user) throw new SignInProblem('not_known');
    return user;
  }

  private async link(
    manager: EntityManager,
    { issuer, subject, email }: CompanyAccount,
    user: User,
  ): Promise<Identity> {
    // The address of the user may have changed since they were found by it.
    if (email === null || user.email !== email) throw new SignInProblem('not_known');
    const identity = await this.identities.link(manager, { issuer, subject, userId: user.id, email });
    if (!identity) throw new SignInProblem('linked');
    return identity;
  }
}
