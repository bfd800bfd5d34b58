import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
} from '@mainstay/service-kit';
import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityCalls } from '../entities/entity-calls.ts';
import { EquipmentRepository } from './equipment.repository.ts';
import {
  type CreateEquipmentRequest,
  createEquipmentRequest,
  equipmentResponse,
  type ListEquipmentQuery,
  listEquipmentQuery,
  type UpdateEquipmentRequest,
  updateEquipmentRequest,
} from './equipment.schemas.ts';
import { EquipmentService } from './equipment.service.ts';

const call = entityCalls(equipmentResponse, 'Equipment', 'Equipment');

@ApiTags('Equipment')
@Controller('api/equipment')
@Authorize()
export class EquipmentController {
  constructor(
    private readonly equipment: EquipmentService,
    private readonly rows: EquipmentRepository,
  ) {}

  @call.list('Equipment of locations visible to you, by the name of the location, then by its own.')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listEquipmentQuery }) query: ListEquipmentQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @call.get('One piece of equipment.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @call.create('Adds a piece of equipment to a location.')
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createEquipmentRequest }) request: CreateEquipmentRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.equipment.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields. Its codes move to a new location with it, its tickets do not.')
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateEquipmentRequest }) changes: UpdateEquipmentRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.equipment.update(principal, id, changes, precondition);
  }

  @Authorize('admin')
  @call.delete(
    'Removes a piece of equipment with its codes; its tickets remain without equipment. Administrators only.',
  )
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.equipment.delete(principal, id, precondition);
  }
}
