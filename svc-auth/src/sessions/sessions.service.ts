import { SessionReader, unauthorized } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { User } from '../users/user.entity.ts';
import type { RegisterRequest } from '../users/users.schemas.ts';
import { UsersService } from '../users/users.service.ts';
import { SessionWriter } from './session-writer.ts';
import type { LoginRequest } from './sessions.schemas.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersService,
    private readonly limits: SignInLimits,
    private readonly reader: SessionReader,
    private readonly writer: SessionWriter,
  ) {}

  async login({ email, password }: LoginRequest, request: Request, response: Response): Promise<User> {
    const address = request.ip ?? 'unknown';
    await this.limits.check(email, address);
    const user = await this.users.authenticate(email, password);
    if (!user) {
      await this.limits.fail(email, address);
      throw unauthorized('Invalid email or password');
    }
    await this.writer.signIn(request, response, user);
    await this.limits.succeed(email, address);
    return user;
  }

  async register(registration: RegisterRequest, request: Request, response: Response): Promise<User> {
    const principal = await this.reader.read(request.headers.cookie);
    const { user, signIn } = await this.users.register(registration, principal);
    if (signIn) await this.writer.signIn(request, response, user);
    return user;
  }

  logout(request: Request, response: Response): Promise<void> {
    return this.writer.signOut(request, response);
  }
}
