import { createValidationPipe, unauthorized } from '@mainstay/service-kit';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { User } from '../database/user.entity.ts';
import { loginRequest } from './sessions.schemas.ts';

const requestOf = (context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>();

/**
 * Accepts a request whose body has the e-mail and password of an active user, and starts a session under a new id.
 * Guards run before the pipes that validate a body, so this one validates the body itself: a malformed body is a 400,
 * not a failed sign-in.
 */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  private readonly validation = createValidationPipe();

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const login: unknown = await this.validation.transform(request.body, {
      type: 'body',
      schema: loginRequest,
    });
    // passport-local reads the body; this gives it the normalized e-mail.
    request.body = login;
    await super.canActivate(context);
    await this.logIn(request);
    return true;
  }

  /** @throws the strategy's error, or Problem 401 with the same text for every wrong pair of e-mail and password */
  override handleRequest<Found>(error: Error | null, user: Found | false | null): Found {
    if (error) throw error;
    if (!user) throw unauthorized('wrong_password', 'Invalid email or password');
    return user;
  }
}

/** The user that {@link LocalAuthGuard} authenticated. */
export const AuthenticatedUser = createParamDecorator((_data: unknown, context: ExecutionContext): User => {
  const { user } = requestOf(context);
  if (!(user instanceof User)) throw new Error('@AuthenticatedUser() needs LocalAuthGuard on the handler');
  return user;
});
