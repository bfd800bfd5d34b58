import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsPage,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import {
  type CreateIntakeCodeRequest,
  createIntakeCodeRequest,
  intakeCodeResponse,
  issuedIntakeCodeResponse,
  type ListIntakeCodesQuery,
  listIntakeCodesQuery,
  type UpdateIntakeCodeRequest,
  updateIntakeCodeRequest,
} from './intake-codes.schemas.ts';
import { IntakeCodesService } from './intake-codes.service.ts';

@ApiTags('Intake codes')
@Controller('api/intake-codes')
@Authorize()
export class IntakeCodesController {
  constructor(
    private readonly codes: IntakeCodesService,
    private readonly rows: IntakeCodesRepository,
  ) {}

  @Get()
  @ReturnsPage(intakeCodeResponse, {
    operationId: 'listIntakeCodes',
    summary: 'QR codes of locations visible to you, newest first, without their secrets.',
    description: 'Filter by location or equipment. Other locations are left out.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listIntakeCodesQuery }) query: ListIntakeCodesQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @Post()
  @ReturnsCreated(issuedIntakeCodeResponse, {
    operationId: 'createIntakeCode',
    summary: 'Creates a QR code for a location or a piece of its equipment, and shows its secret once.',
    description:
      '400 for a location or equipment that is not visible to you, or is archived. 409 when the secret that a repeated request would show was removed.',
    problems: ['code_not_shown'],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createIntakeCodeRequest }) request: CreateIntakeCodeRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.codes.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(intakeCodeResponse, {
    operationId: 'updateIntakeCode',
    summary: 'Changes the given fields. An inactive code takes no reports until it is active again.',
    description: '404 for a code of a location that is not visible to you.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateIntakeCodeRequest }) changes: UpdateIntakeCodeRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.codes.update(principal, id, changes, precondition);
  }

  @Post(':id/rotate')
  @ReturnsUpdated(issuedIntakeCodeResponse, {
    operationId: 'rotateIntakeCode',
    summary: 'Replaces the secret and shows the new one once. The stickers in use stop working.',
    description: 'For a secret that leaked. 404 for a code of a location that is not visible to you.',
  })
  rotate(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.codes.rotate(principal, id, precondition);
  }
}
