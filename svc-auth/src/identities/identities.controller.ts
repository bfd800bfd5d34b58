import { Authorize, CurrentPrincipal, IdParam, type Principal, Returns } from '@mainstay/service-kit';
import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { type IdentityResponse, identityResponse } from './identities.schemas.ts';
import { IdentitiesService } from './identities.service.ts';

/** Administrators' access to the company accounts of users. */
@ApiTags('Users')
@Controller('api/users/:id/identities')
@Authorize('admin')
export class IdentitiesController {
  constructor(private readonly identities: IdentitiesService) {}

  @Get()
  @Returns(200, z.array(identityResponse), {
    operationId: 'listUserIdentities',
    summary: 'List the company accounts of a user. Administrators only.',
    description: 'Oldest first: one for each provider that was in use. Needs a session: a token gets 403.',
    problems: [401, 403, 404, 'session_only'],
  })
  list(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<IdentityResponse[]> {
    return this.identities.list(principal, id);
  }

  @Delete(':identityId')
  @Returns(204, null, {
    operationId: 'unlinkUserIdentity',
    summary: 'Unlink a company account of a user. Administrators only.',
    description:
      'Ends the sessions that were begun with it. The next sign-in with it is a first one again. Needs a session: a ' +
      'token gets 403.',
    problems: [401, 403, 404, 'session_only'],
  })
  unlink(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdParam('identityId') identityId: string,
  ): Promise<void> {
    return this.identities.unlink(principal, id, identityId);
  }
}
