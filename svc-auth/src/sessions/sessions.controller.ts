import {
  Authorize,
  type BaseConfig,
  CONFIG,
  IdempotencyKey,
  type IdempotentRequest,
  Public,
  Returns,
  ReturnsCreated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Inject, Post, Redirect, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { User } from '../database/user.entity.ts';
import { CompanySignOut } from '../identities/company-sign-out.service.ts';
import { endSession } from '../identities/end-session.ts';
import {
  type RegisterRequest,
  registerRequest,
  toUserResponse,
  type UserResponse,
  userResponse,
} from '../users/users.schemas.ts';
import { KnownDevices } from './known-devices.ts';
import { AuthenticatedUser, LocalAuthGuard } from './local-auth.guard.ts';
import { SESSION_HEADERS, SessionHeaders } from '../users/session-headers.ts';
import { type LoginRequest, loginRequest } from './sessions.schemas.ts';
import { SessionsService } from './sessions.service.ts';

@ApiTags('Sessions')
@Controller('api')
export class SessionsController {
  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly sessions: SessionsService,
    private readonly devices: KnownDevices,
    private readonly headers: SessionHeaders,
    private readonly company: CompanySignOut,
  ) {}

  /** The target of redirects from pages that need a session (specification, section 7). */
  @Get('login')
  @Public()
  @Returns(302, null, {
    operationId: 'openLogin',
    summary: 'Redirect a browser to the sign-in screen',
    description: 'Always the same redirect to `/auth`; refuses nobody.',
  })
  @Redirect('/auth', 302)
  openLogin(): void {
    // The decorator sends the redirect.
  }

  @Post('login')
  @Public()
  @UseGuards(LocalAuthGuard)
  @Returns(200, userResponse, {
    operationId: 'login',
    summary: 'Sign in and receive the session cookie',
    description:
      '401 with the same words for an unknown e-mail, a wrong password, a deactivated user, and a manager where only ' +
      'passwords of administrators sign in. 429 after too many failures for an e-mail or from an address.',
    problems: [400, 'wrong_password', 403, 413, 415, 429],
    headers: SESSION_HEADERS,
  })
  async login(
    @Body({ schema: loginRequest }) { email }: LoginRequest,
    @AuthenticatedUser() user: User,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UserResponse> {
    await this.headers.tell(request, response);
    this.devices.remember(request, response, { email, sessionEpoch: user.sessionEpoch });
    return toUserResponse(user);
  }

  @Post('register')
  @Public()
  @ReturnsCreated(userResponse, {
    operationId: 'register',
    summary: 'Create a user: the first administrator, or an employee by an administrator',
    description:
      'An administrator needs a session: a token gets 403. An `Idempotency-Key` works for administrators only; without ' +
      'a session it is rejected with 400.',
    problems: ['email_taken', 'session_only', 'role'],
    headers: SESSION_HEADERS,
  })
  async register(
    @Body({ schema: registerRequest }) registration: RegisterRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<UserResponse>> {
    const created = await this.sessions.register(registration, idempotentRequest, request);
    await this.headers.tell(request, response);
    return created;
  }

  @Post('logout')
  @Authorize()
  @Returns(204, null, {
    operationId: 'logout',
    summary: 'Sign out',
    description:
      'Ends this session and removes its cookie; others of the same user go on. A token has no session to end.',
    problems: [401, 403],
    headers: {
      Link: 'Where the company’s session ends, with rel="end-session"; the browser goes there. Only for a session that was begun with the company’s account, and where its provider has such an address.',
    },
  })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    const { session } = request;
    await endSession(request, response, this.config);
    const address = await this.company.endAddress(session);
    if (address !== null) response.setHeader('Link', `<${address}>; rel="end-session"`);
  }
}
