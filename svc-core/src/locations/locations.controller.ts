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
    list: { summary: 'Locations visible to you, by name.' },
    get: { summary: 'One location.' },
    create: { summary: 'Adds a location. Administrators only.', problems: [409], roles: ['admin'] },
    update: {
      summary: 'Changes the given fields of a location. Administrators only.',
      problems: [409],
      roles: ['admin'],
    },
    delete: {
      summary: 'Removes a location with its tickets, tasks and assignments. Administrators only.',
      roles: ['admin'],
    },
  },
}) {}
