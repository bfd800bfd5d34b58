import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  Public,
  Returns,
  ReturnsEntity,
  ReturnsUpdated,
  ReturnsVersioned,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SESSION_HEADERS, SessionHeaders } from './session-headers.ts';
import {
  type ResetPasswordRequest,
  resetPasswordRequest,
  type SetActiveRequest,
  setActiveRequest,
  toVersionedCurrentUser,
  toVersionedUserResponse,
  type UpdateCurrentUserRequest,
  updateCurrentUserRequest,
  type UpdateUserRequest,
  updateUserRequest,
  type UserResponse,
  type CurrentUserResponse,
  currentUserResponse,
  type SetupResponse,
  setupResponse,
  userResponse,
} from './users.schemas.ts';
import { signedInBy } from './signed-in-by.ts';
import { UsersService } from './users.service.ts';

@ApiTags('Users')
@Controller('api')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly headers: SessionHeaders,
  ) {}

  @Get('setup')
  @Public()
  @Returns(200, setupResponse, {
    operationId: 'readSetup',
    summary:
      'Whether the first administrator must still be created, whether anonymous visitors may register, and whose accounts sign in',
    description:
      'What the sign-in screen needs to know before anybody is signed in. Says nothing about users.',
  })
  setup(): Promise<SetupResponse> {
    return this.users.setup();
  }

  @Get('user')
  @Authorize()
  @ReturnsVersioned(200, currentUserResponse, {
    operationId: 'readCurrentUser',
    summary: 'Get the signed-in user',
    description: 'The owner of the session or of the token. 401 when it has ended.',
    problems: [401],
    headers: SESSION_HEADERS,
  })
  async current(
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<CurrentUserResponse>> {
    await this.headers.tell(request, response);
    const user = await this.users.read(principal.userId);
    return toVersionedCurrentUser(user, signedInBy(principal, request));
  }

  @Patch('user')
  @Authorize()
  @ReturnsVersioned(200, currentUserResponse, {
    operationId: 'updateCurrentUser',
    summary: 'Change your own picture',
    description:
      '400 for the address of a picture on a host that is not allowed, 412 when the user was changed since it was read.',
    problems: [400, 401, 403, 412, 413, 415],
  })
  async updateCurrent(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: updateCurrentUserRequest }) request: UpdateCurrentUserRequest,
    @IfMatch() precondition: Precondition,
    @Req() sent: Request,
  ): Promise<Versioned<CurrentUserResponse>> {
    const user = await this.users.update(principal, principal.userId, request, precondition);
    return toVersionedCurrentUser(user, signedInBy(principal, sent));
  }

  @Get('users/:id')
  @Authorize('admin')
  @ReturnsEntity(userResponse, {
    operationId: 'readUser',
    summary: 'Get an employee',
    description: 'Also one who is deactivated. 404 for an unknown id.',
    problems: [403],
  })
  async one(@IdParam() id: string): Promise<Versioned<UserResponse>> {
    return toVersionedUserResponse(await this.users.find(id));
  }

  @Patch('users/:id')
  @Authorize('admin')
  @ReturnsUpdated(userResponse, {
    operationId: 'updateUser',
    summary: 'Update an employee',
    description:
      'The last active administrator cannot be demoted (409). Demoting revokes the personal access tokens of the user. ' +
      'Changing the role needs a session: a token gets 403.',
    problems: ['email_taken', 'last_admin', 'session_only'],
  })
  async update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateUserRequest }) request: UpdateUserRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<UserResponse>> {
    return toVersionedUserResponse(await this.users.update(principal, id, request, precondition));
  }

  @Patch('users/:id/active')
  @Authorize('admin')
  @ReturnsUpdated(userResponse, {
    operationId: 'setUserActive',
    summary: 'Activate or deactivate an employee; deactivating ends their sessions',
    description: 'Deactivating also revokes their personal access tokens; activating does not restore them.',
    problems: ['own_account', 'last_admin'],
  })
  async setActive(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: setActiveRequest }) request: SetActiveRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<UserResponse>> {
    return toVersionedUserResponse(await this.users.setActive(principal, id, request, precondition));
  }

  @Post('admin/reset-user-password')
  @Authorize('admin')
  @ReturnsVersioned(200, userResponse, {
    operationId: 'resetUserPassword',
    summary: "Set another user's password and end their sessions",
    description: 'Also revokes their personal access tokens. Needs a session: a token gets 403.',
    problems: [400, 401, 403, 413, 415, 'session_only'],
  })
  async resetPassword(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: resetPasswordRequest }) request: ResetPasswordRequest,
  ): Promise<Versioned<UserResponse>> {
    return toVersionedUserResponse(await this.users.resetPassword(principal, request));
  }
}
