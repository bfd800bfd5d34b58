import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import type { User } from '../database/user.entity.ts';
import type { CompanyAccount } from './company-account.ts';
import { CompanyProvider } from './company-provider.ts';
import { CompanySessions } from './company-session.ts';
import { IdentitiesService } from './identities.service.ts';
import type { Identity } from './identity.entity.ts';
import { SignInProblem } from './sign-in-problem.ts';

/** Somebody with a company account, and the path of ours to which their browser returns. */
export class CompanySignedIn {
  constructor(
    readonly user: User,
    readonly identity: Identity,
    readonly account: CompanyAccount,
    readonly returnTo: string,
  ) {}
}

/**
 * Accepts the provider's response to a sign-in that the browser of the request began. Use it through
 * `CompanyAuthGuard`. That of openid-client cannot be made while the provider is down.
 */
@Injectable()
export class CompanyStrategy extends PassportStrategy(passport.Strategy, 'company') {
  constructor(
    private readonly provider: CompanyProvider,
    private readonly identities: IdentitiesService,
    private readonly sessions: CompanySessions,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    this.validate(request).then(
      (signedIn) => this.success(signedIn),
      (error: unknown) => this.error(error),
    );
  }

  /** @throws SignInProblem */
  override async validate({ session, sessionID, query, originalUrl }: Request): Promise<CompanySignedIn> {
    const pending = await this.sessions.take(sessionID, query['state']);
    if (!pending) throw new SignInProblem('expired');
    delete session.isSigningIn;
    const account = await this.provider.accountOf(originalUrl, pending);
    const { user, identity } = await this.identities.signIn(account);
    return new CompanySignedIn(user, identity, account, pending.returnTo);
  }
}
