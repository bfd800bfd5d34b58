import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import type { User } from '../database/user.entity.ts';
import { UsersService } from '../users/users.service.ts';
import { KnownDevices } from './known-devices.ts';
import { type SignInAttempt, SignInLimits } from './sign-in-limits.ts';

/**
 * Checks e-mail and password and counts failed attempts. Use it through `LocalAuthGuard`, which validates the body
 * first.
 */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy, 'local') {
  constructor(
    private readonly users: UsersService,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  /**
   * The user with these credentials, otherwise null. Called by passport with the fields of the validated body.
   * @throws Problem 429 when the account or the address has no attempts left, 503 when too many sign in at once
   */
  override async validate(request: Request, email: string, password: string): Promise<User | null> {
    const attempt = {
      email,
      address: request.ip,
      device: await this.devices.recognise(request, email),
    };
    await this.limits.take(attempt);
    const user = await this.checkPassword(email, password, attempt);
    if (user) await this.limits.giveBack(attempt);
    return user;
  }

  private async checkPassword(email: string, password: string, attempt: SignInAttempt): Promise<User | null> {
    try {
      return await this.users.authenticate(email, password);
    } catch (error) {
      // Too busy, or the database is unavailable: not a failed attempt.
      await this.limits.giveBack(attempt);
      throw error;
    }
  }
}
