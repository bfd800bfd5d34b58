import {
  type IdempotentRequest,
  PrincipalReader,
  requestContext,
  type Versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { User } from '../users/user.entity.ts';
import type { RegisterRequest, UserResponse } from '../users/users.schemas.ts';
import { UsersService } from '../users/users.service.ts';
import { KnownDevices } from './known-devices.ts';
import { RegistrationLimits } from './registration-limits.ts';
import { SessionWriter } from './session-writer.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersService,
    private readonly devices: KnownDevices,
    private readonly principals: PrincipalReader,
    private readonly writer: SessionWriter,
    private readonly registrations: RegistrationLimits,
  ) {}

  /** Starts a session for an authenticated user, and marks the browser as known for the account of that e-mail. */
  async signIn(user: User, email: string, request: Request, response: Response): Promise<void> {
    await this.writer.signIn(request, response, user);
    this.devices.remember(request, response, { email, sessionEpoch: user.sessionEpoch });
  }

  /** @throws Problem 429 for too many anonymous registrations from an address, and as `UsersService.register` does */
  async register(
    registration: RegisterRequest,
    idempotentRequest: IdempotentRequest | null,
    request: Request,
    response: Response,
  ): Promise<Versioned<UserResponse>> {
    const principal = await this.principals.read(request.headers);
    // The route is public, so the access guard did not set the user for the log and the audit trail.
    requestContext().userId = principal?.userId ?? null;
    if (!principal && this.users.admitsVisitors) await this.registrations.take(request.ip);
    const { created, signIn } = await this.users.register(registration, principal, idempotentRequest);
    if (signIn) await this.writer.signIn(request, response, signIn);
    return created;
  }

  logout(request: Request, response: Response): Promise<void> {
    return this.writer.signOut(request, response);
  }
}
