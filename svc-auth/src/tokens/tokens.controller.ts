import {
  Answers,
  AnswersPage,
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
  toTokenPage,
} from './tokens.schemas.ts';
import { TokensService } from './tokens.service.ts';

@ApiTags('tokens')
@Controller('api/tokens')
@Authorize()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @AnswersPage(tokenResponse, {
    operationId: 'listTokens',
    summary: 'Your personal access tokens, newest first',
    description: 'Revoked ones are not in it, expired ones are.',
  })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTokensQuery }) query: ListTokensQuery,
  ): Promise<Page<TokenResponse>> {
    return toTokenPage(await this.tokens.list(principal, query));
  }

  @Post()
  @Answers(201, createdTokenResponse, {
    operationId: 'createToken',
    summary: 'Create a personal access token',
    description:
      'Send it as `Authorization: Bearer …`. It has your role and your locations, at every moment as they are then. ' +
      'Needs a session: a token gets 403. An `Idempotency-Key` is refused with 400.',
    problems: [400, 401, 403, 409, 413, 415],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTokenRequest }) request: CreateTokenRequest,
  ): Promise<CreatedTokenResponse> {
    return this.tokens.create(principal, request);
  }

  @Delete(':id')
  @Answers(204, null, {
    operationId: 'revokeToken',
    summary: 'Revoke a personal access token',
    description: 'Needs a session: a token gets 403.',
    problems: [401, 403, 404],
  })
  revoke(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<void> {
    return this.tokens.revoke(principal, id);
  }
}
