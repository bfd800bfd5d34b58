import { Answers, Authorize, CurrentPrincipal, IdParam, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import {
  type CreatedTokenResponse,
  createdTokenResponse,
  type CreateTokenRequest,
  createTokenRequest,
  type TokenResponse,
  tokenResponse,
  toTokenResponse,
} from './tokens.schemas.ts';
import { TokensService } from './tokens.service.ts';

@ApiTags('tokens')
@Controller('api/tokens')
@Authorize()
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Get()
  @Answers(200, z.array(tokenResponse), {
    operationId: 'listTokens',
    summary: 'Your personal access tokens, newest first',
    problems: [401],
  })
  async list(@CurrentPrincipal() principal: Principal): Promise<TokenResponse[]> {
    return (await this.tokens.list(principal)).map(toTokenResponse);
  }

  @Post()
  @Answers(201, createdTokenResponse, {
    operationId: 'createToken',
    summary: 'Create a personal access token',
    description:
      'Send it as `Authorization: Bearer …`. It has your role and your locations, at every moment as they are then.',
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
    problems: [401, 403, 404],
  })
  revoke(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<void> {
    return this.tokens.revoke(principal, id);
  }
}
