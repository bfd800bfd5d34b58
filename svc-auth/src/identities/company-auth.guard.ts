import { CONFIG } from '@mainstay/service-kit';
import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request, Response } from 'express';
import type { AuthConfig } from '../config.ts';
import { CompanySignedIn } from './company.strategy.ts';
import { endSession } from './end-session.ts';

/** Accepts the provider's response to a sign-in; one that fails leaves no session without a user. */
@Injectable()
export class CompanyAuthGuard extends AuthGuard('company') {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {
    super();
  }

  /** @throws SignInProblem */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    try {
      await super.canActivate(context);
      return true;
    } catch (error) {
      // A response to another sign-in, which any page can send here, does not end the one of this browser.
      const isOver = !request.user && !request.session.isSigningIn;
      if (isOver) await endSession(request, http.getResponse<Response>(), this.config);
      throw error;
    }
  }
}

/** Whom {@link CompanyAuthGuard} accepted. */
export const SignedIn = createParamDecorator((_data: unknown, context: ExecutionContext): CompanySignedIn => {
  const { user } = context.switchToHttp().getRequest<Request>();
  if (!(user instanceof CompanySignedIn))
    throw new Error('@SignedIn() needs CompanyAuthGuard on the handler');
  return user;
});
