import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { LocationsRepository } from './locations.repository.ts';
import {
  createLocationRequest,
  listLocationsQuery,
  locationResponse,
  updateLocationRequest,
} from './locations.schemas.ts';
import { LocationsService } from './locations.service.ts';
import { locationsSheet } from './locations.sheet.ts';

@ApiTags('Locations')
@Controller('api/locations')
export class LocationsController extends entityController(LocationsRepository, LocationsService, {
  name: 'Location',
  response: locationResponse,
  listing: listLocationsQuery,
  sheet: locationsSheet,
  creation: createLocationRequest,
  changes: updateLocationRequest,
  calls: {
    list: {
      summary: 'Locations visible to you, by name.',
      description: 'Administrators see all locations, district managers those assigned to them.',
    },
    get: { summary: 'One location.', description: '404 for a location that is not visible to you.' },
    create: {
      summary: 'Adds a location. Administrators only.',
      description:
        '409 when the store number is taken, or the external id; `existingId` has it then if it is visible to you.',
      problems: ['store_number_taken', 'external_id_taken'],
      roles: ['admin'],
    },
    update: {
      summary: 'Changes the given fields of a location. Administrators only.',
      description:
        '409 when the store number is taken, or the external id; `existingId` has it then if it is visible to you.',
      problems: ['store_number_taken', 'external_id_taken'],
      roles: ['admin'],
    },
    delete: {
      summary: 'Removes a location with its tickets, tasks and assignments. Administrators only.',
      description: 'Cannot be undone: archive a location to keep its history. 404 for an unknown id.',
      roles: ['admin'],
    },
  },
}) {}
