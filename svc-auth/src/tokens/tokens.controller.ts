import {
  RefusesIdempotencyKey,
  Returns,
  ReturnsPage,
  Authorize,
  CurrentPrincipal,
  IdParam,
  type Page,
  type Principal,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type CreatedTokenResponse,
  createdTokenResponse,
  type CreateTokenRequest,
  createTokenRequest,
  type ListTokensQuery,
  listTokensQuery,
  type TokenResponse,
  tokenResponse,
} from './tokens.schemas.ts';
import { TokensService } from './tokens.service.ts';

@ApiTags('Tokens')
@Controller('api/tokens')
@Authorize()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @ReturnsPage(tokenResponse, {
    operationId: 'listTokens',
    summary: 'List your personal access tokens, newest first',
    description: 'Includes expired tokens, but not revoked ones.',
  })
  list(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: listTokensQuery }) query: ListTokensQuery,
  ): Promise<Page<TokenResponse>> {
    return this.tokens.list(userId, query);
  }

  @Post()
  @RefusesIdempotencyKey()
  @Returns(201, createdTokenResponse, {
    operationId: 'createToken',
    summary: 'Create a personal access token',
    description:
      'Send it as `Authorization: Bearer …`. It always has your current role and locations. ' +
      'Needs a session: a token gets 403. An `Idempotency-Key` is rejected with 400.',
    problems: [400, 401, 403, 'too_many_tokens', 'session_only', 413, 415],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTokenRequest }) request: CreateTokenRequest,
  ): Promise<CreatedTokenResponse> {
    return this.tokens.create(principal, request);
  }

  @Delete(':id')
  @Returns(204, null, {
    operationId: 'revokeToken',
    summary: 'Revoke a personal access token',
    description: 'Needs a session: a token gets 403.',
    problems: [401, 403, 404, 'session_only'],
  })
  revoke(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<void> {
    return this.tokens.revoke(principal, principal.userId, id);
  }
}
