import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityCalls } from '../entities/entity-calls.ts';
import { IntakeCodesRepository } from './intake-codes.repository.ts';
import {
  type CreateIntakeCodeRequest,
  createIntakeCodeRequest,
  intakeCodeResponse,
  type IssuedIntakeCodeResponse,
  issuedIntakeCodeResponse,
  type ListIntakeCodesQuery,
  listIntakeCodesQuery,
  type UpdateIntakeCodeRequest,
  updateIntakeCodeRequest,
} from './intake-codes.schemas.ts';
import { IntakeCodesService } from './intake-codes.service.ts';

const call = entityCalls(intakeCodeResponse, 'IntakeCode');
const issuing = entityCalls(issuedIntakeCodeResponse, 'IntakeCode');

@ApiTags('Intake codes')
@Controller('api/intake-codes')
@Authorize()
export class IntakeCodesController {
  constructor(
    private readonly codes: IntakeCodesService,
    private readonly rows: IntakeCodesRepository,
  ) {}

  @call.list('QR codes of locations visible to you, newest first, without their secrets.')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listIntakeCodesQuery }) query: ListIntakeCodesQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @issuing.create(
    'Creates a QR code for a location or a piece of its equipment, and shows its secret once.',
    { problems: [409] },
  )
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createIntakeCodeRequest }) request: CreateIntakeCodeRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.codes.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields. An inactive code takes no reports until it is active again.')
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
  })
  rotate(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<IssuedIntakeCodeResponse>> {
    return this.codes.rotate(principal, id, precondition);
  }
}
