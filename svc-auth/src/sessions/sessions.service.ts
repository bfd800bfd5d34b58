import { type KeyedRequest, PrincipalReader, unauthorized, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { User } from '../users/user.entity.ts';
import type { RegisterRequest, UserResponse } from '../users/users.schemas.ts';
import { UsersService } from '../users/users.service.ts';
import { KnownDevices } from './known-devices.ts';
import { SessionWriter } from './session-writer.ts';
import type { LoginRequest } from './sessions.schemas.ts';
import { SignInLimits } from './sign-in-limits.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersService,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
    private readonly principals: PrincipalReader,
    private readonly writer: SessionWriter,
  ) {}

  async login({ email, password }: LoginRequest, request: Request, response: Response): Promise<User> {
    const attempt = {
      email,
      address: request.ip ?? 'unknown',
      device: this.devices.recognise(request, email),
    };
    await this.limits.take(attempt);
    const user = await this.users.authenticate(email, password);
    if (!user) throw unauthorized('Invalid email or password');
    await this.limits.giveBack(attempt);
    await this.writer.signIn(request, response, user);
    this.devices.remember(request, response, email);
    return user;
  }

  async register(
    registration: RegisterRequest,
    keyed: KeyedRequest | null,
    request: Request,
    response: Response,
  ): Promise<Versioned<UserResponse>> {
    const principal = await this.principals.read(request.headers);
    const { created, signIn } = await this.users.register(registration, principal, keyed);
    if (signIn) await this.writer.signIn(request, response, signIn);
    return created;
  }

  logout(request: Request, response: Response): Promise<void> {
    return this.writer.signOut(request, response);
  }
}
