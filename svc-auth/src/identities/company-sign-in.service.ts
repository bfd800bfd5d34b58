import { CONFIG } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { promisify } from 'node:util';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { AuthConfig } from '../config.ts';
import { CompanyProvider } from './company-provider.ts';
import { CompanySessions, SIGN_IN_WITHIN_S } from './company-session.ts';
import type { CompanySignedIn } from './company.strategy.ts';
import { returnPath } from './return-to.ts';

declare module 'express-session' {
  interface SessionData {
    /** Of one without a user: the browser has begun to sign in. */
    isSigningIn: true;
  }
}

/** Signing in with the company's account, bound to the session of the browser that began. */
@Injectable()
export class CompanySignIn {
  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly provider: CompanyProvider,
    private readonly sessions: CompanySessions,
  ) {}

  /**
   * Begins a sign-in.
   * @returns the address at the provider
   * @throws SignInProblem `unavailable`
   */
  async begin({ session, sessionID, user }: Request, returnTo: string | undefined): Promise<string> {
    const pending = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      returnTo: returnPath(returnTo, this.config.PUBLIC_URL),
    };
    const address = await this.provider.startAddress(pending);
    await this.sessions.begin(sessionID, pending);
    if (!user) {
      session.isSigningIn = true;
      session.cookie.maxAge = SIGN_IN_WITHIN_S * 1000;
    }
    return address;
  }

  /** Starts the session of somebody whom `CompanyAuthGuard` accepted, under a new id. */
  async finish(
    request: Request,
    { user, identity, account: { idToken, sid } }: CompanySignedIn,
  ): Promise<void> {
    await promisify((done: (error: unknown) => void) => request.logIn(user, done))();
    request.session.company = { idToken };
    await this.sessions.add(request.sessionID, [
      { identityId: identity.id },
      ...(sid === null ? [] : [{ sid }]),
    ]);
  }
}
