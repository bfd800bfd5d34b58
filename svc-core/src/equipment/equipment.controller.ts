import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Page,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsPage,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EquipmentRepository } from './equipment.repository.ts';
import {
  type CreateEquipmentRequest,
  createEquipmentRequest,
  type EquipmentResponse,
  equipmentResponse,
  type ListEquipmentQuery,
  listEquipmentQuery,
  type UpdateEquipmentRequest,
  updateEquipmentRequest,
} from './equipment.schemas.ts';
import { EquipmentService } from './equipment.service.ts';

@ApiTags('Equipment')
@Controller('api/equipment')
@Authorize()
export class EquipmentController {
  constructor(
    private readonly equipment: EquipmentService,
    private readonly rows: EquipmentRepository,
  ) {}

  @Get()
  @ReturnsPage(equipmentResponse, {
    operationId: 'listEquipment',
    summary: 'Equipment of locations visible to you, by the name of the location, then by its own.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listEquipmentQuery }) query: ListEquipmentQuery,
  ): Promise<Page<EquipmentResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(equipmentResponse, { operationId: 'getEquipment', summary: 'One piece of equipment.' })
  get(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
  ): Promise<Versioned<EquipmentResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @ReturnsCreated(equipmentResponse, {
    operationId: 'createEquipment',
    summary: 'Adds a piece of equipment to a location.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createEquipmentRequest }) request: CreateEquipmentRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<EquipmentResponse>> {
    return this.equipment.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(equipmentResponse, {
    operationId: 'updateEquipment',
    summary: 'Changes the given fields. Its codes move to a new location with it, its tickets do not.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateEquipmentRequest }) changes: UpdateEquipmentRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<EquipmentResponse>> {
    return this.equipment.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @Authorize('admin')
  @ReturnsNoContent({
    operationId: 'deleteEquipment',
    summary:
      'Removes a piece of equipment with its codes; its tickets remain without equipment. Administrators only.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.equipment.delete(principal, id, precondition);
  }
}
