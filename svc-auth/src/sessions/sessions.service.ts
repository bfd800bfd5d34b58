import {
  type IdempotentRequest,
  PrincipalReader,
  requestContext,
  type Versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { promisify } from 'node:util';
import type { RegisterRequest, UserResponse } from '../users/users.schemas.ts';
import { UsersService } from '../users/users.service.ts';
import { RegistrationLimits } from './registration-limits.ts';

@Injectable()
export class SessionsService {
  constructor(
    private readonly users: UsersService,
    private readonly principals: PrincipalReader,
    private readonly registrations: RegistrationLimits,
  ) {}

  /** @throws Problem 429 for too many anonymous registrations from an address, and as `UsersService.register` does */
  async register(
    registration: RegisterRequest,
    idempotentRequest: IdempotentRequest | null,
    request: Request,
  ): Promise<Versioned<UserResponse>> {
    const principal = await this.principals.read(request);
    // The route is public, so the access guard did not set the user for the log and the audit trail.
    requestContext().userId = principal?.userId ?? null;
    if (!principal && this.users.admitsVisitors) await this.registrations.take(request.ip);
    const { created, signIn } = await this.users.register(registration, principal, idempotentRequest);
    if (signIn) await promisify((done: (error: unknown) => void) => request.logIn(signIn, done))();
    return created;
  }
}
