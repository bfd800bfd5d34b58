import { Answers, Authorize, CurrentPrincipal, IdParam, type Principal, Public } from '@mainstay/service-kit';
import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  type ResetPasswordRequest,
  resetPasswordRequest,
  type SetActiveRequest,
  setActiveRequest,
  toUserResponse,
  type UpdateUserRequest,
  updateUserRequest,
  type UserResponse,
  userResponse,
} from './users.schemas.ts';
import { UsersService } from './users.service.ts';

const setupResponse = z
  .object({ needed: z.boolean(), selfRegistration: z.boolean() })
  .meta({ id: 'SetupResponse' });

@ApiTags('users')
@Controller('api')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('setup')
  @Public()
  @Answers(200, setupResponse, {
    operationId: 'readSetup',
    summary: 'Whether the first administrator is still to be created, and whether visitors may register',
  })
  setup(): Promise<z.infer<typeof setupResponse>> {
    return this.users.setup();
  }

  @Get('user')
  @Authorize()
  @Answers(200, userResponse, {
    operationId: 'readCurrentUser',
    summary: 'The signed-in user',
    problems: [401],
  })
  async current(@CurrentPrincipal() { userId }: Principal): Promise<UserResponse> {
    return toUserResponse(await this.users.read(userId));
  }

  @Patch('users/:id')
  @Authorize('admin')
  @Answers(200, userResponse, {
    operationId: 'updateUser',
    summary: 'Change an employee',
    description: 'The last active administrator cannot be demoted (409).',
    problems: [400, 401, 403, 404, 409, 415],
  })
  async update(
    @IdParam() id: string,
    @Body({ schema: updateUserRequest }) request: UpdateUserRequest,
  ): Promise<UserResponse> {
    return toUserResponse(await this.users.update(id, request));
  }

  @Patch('users/:id/active')
  @Authorize('admin')
  @Answers(200, userResponse, {
    operationId: 'setUserActive',
    summary: 'Activate or deactivate an employee; deactivating ends their sessions',
    problems: [400, 401, 403, 404, 409, 415],
  })
  async setActive(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: setActiveRequest }) request: SetActiveRequest,
  ): Promise<UserResponse> {
    return toUserResponse(await this.users.setActive(principal, id, request));
  }

  @Post('admin/reset-user-password')
  @Authorize('admin')
  @Answers(200, userResponse, {
    operationId: 'resetUserPassword',
    summary: "Set another user's password and end their sessions",
    problems: [400, 401, 403, 415],
  })
  async resetPassword(
    @Body({ schema: resetPasswordRequest }) request: ResetPasswordRequest,
  ): Promise<UserResponse> {
    return toUserResponse(await this.users.resetPassword(request));
  }
}
