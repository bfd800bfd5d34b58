import { CurrentPrincipal, IdParam, type Principal, Returns } from '@mainstay/service-kit';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { EquipmentRepository } from './equipment.repository.ts';
import {
  createEquipmentRequest,
  equipmentResponse,
  equipmentSummary,
  listEquipmentQuery,
  updateEquipmentRequest,
} from './equipment.schemas.ts';
import { EquipmentService } from './equipment.service.ts';
import { equipmentSheet } from './equipment.sheet.ts';

@ApiTags('Equipment')
@Controller('api/equipment')
export class EquipmentController extends entityController(EquipmentRepository, EquipmentService, {
  name: 'Equipment',
  names: 'Equipment',
  response: equipmentResponse,
  listing: listEquipmentQuery,
  sheet: equipmentSheet,
  creation: createEquipmentRequest,
  changes: updateEquipmentRequest,
  calls: {
    list: {
      summary: 'Equipment of locations visible to you, by the name of the location, then by its own.',
      description: 'Other locations are left out.',
    },
    get: {
      summary: 'One piece of equipment.',
      description: '404 for equipment of a location that is not visible to you.',
    },
    create: {
      summary: 'Adds a piece of equipment to a location.',
      description:
        '400 for a location or vendor that is not visible to you, 409 when the location has another one with this serial number, or when the external id is taken; `existingId` has it then if it is visible to you.',
      problems: ['serial_taken', 'external_id_taken'],
    },
    update: {
      summary: 'Changes the given fields. Its codes move to a new location with it, its tickets do not.',
      description:
        '400 for a new location or vendor that is not visible to you, 409 when the location has another one with this serial number, or when the external id is taken; `existingId` has it then if it is visible to you.',
      problems: ['serial_taken', 'external_id_taken'],
    },
    delete: {
      summary:
        'Removes a piece of equipment with its codes; its tickets remain without equipment. Administrators only.',
      description: '404 for an unknown id.',
      roles: ['admin'],
    },
  },
}) {
  constructor(
    private readonly equipment: EquipmentRepository,
    service: EquipmentService,
  ) {
    super(equipment, service);
  }

  @Get(':id/summary')
  @Returns(200, equipmentSummary, {
    operationId: 'getEquipmentSummary',
    summary: 'What a piece of equipment has needed: its tickets and their costs.',
    description: '404 for equipment of a location that is not visible to you.',
    problems: [401, 404],
  })
  summary(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.equipment.summary(principal, id);
  }
}
