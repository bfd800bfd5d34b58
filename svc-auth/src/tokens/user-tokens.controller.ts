import {
  Returns,
  ReturnsPage,
  Authorize,
  CurrentPrincipal,
  IdParam,
  type Page,
  type Principal,
} from '@mainstay/service-kit';
import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ListTokensQuery,
  listTokensQuery,
  type TokenResponse,
  tokenResponse,
} from './tokens.schemas.ts';
import { TokensService } from './tokens.service.ts';

/** Administrators' access to other users' tokens. */
@ApiTags('Tokens')
@Controller('api/users/:id/tokens')
@Authorize('admin')
export class UserTokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @ReturnsPage(tokenResponse, {
    operationId: 'listUserTokens',
    summary: "List a user's personal access tokens, newest first. Administrators only.",
    description: 'Without their secrets. Includes expired tokens, but not revoked ones.',
    problems: [403, 404],
  })
  list(
    @IdParam() id: string,
    @Query({ schema: listTokensQuery }) query: ListTokensQuery,
  ): Promise<Page<TokenResponse>> {
    return this.tokens.listOf(id, query);
  }

  @Delete(':tokenId')
  @Returns(204, null, {
    operationId: 'revokeUserToken',
    summary: 'Revoke a personal access token of a user. Administrators only.',
    description: 'Needs a session: a token gets 403.',
    problems: [401, 403, 404, 'session_only'],
  })
  revoke(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IdParam('tokenId') tokenId: string,
  ): Promise<void> {
    return this.tokens.revoke(principal, id, tokenId);
  }
}
