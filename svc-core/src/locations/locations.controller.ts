import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  Keyed,
  type KeyedRequest,
  type Precondition,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersEntity, AnswersRemoved } from '../entities/answers-entity.ts';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
import {
  type CreateLocationRequest,
  createLocationRequest,
  type ListLocationsQuery,
  listLocationsQuery,
  type LocationResponse,
  locationResponse,
  type UpdateLocationRequest,
  updateLocationRequest,
} from './locations.schemas.ts';
import { LocationsService } from './locations.service.ts';

@ApiTags('Locations')
@Controller('api/locations')
@Authorize()
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Get()
  @AnswersPage(locationResponse, {
    operationId: 'listLocations',
    summary: 'The locations in sight, by name.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listLocationsQuery }) query: ListLocationsQuery,
  ): Promise<Page<LocationResponse>> {
    return this.locations.list(principal, query);
  }

  @Get(':id')
  @AnswersEntity(locationResponse, { operationId: 'getLocation', summary: 'One location.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<LocationResponse>> {
    return this.locations.get(principal, id);
  }

  @Post()
  @Authorize('admin')
  @AnswersCreated(locationResponse, {
    operationId: 'createLocation',
    summary: 'Adds a location. Administrators only.',
    problems: [409],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createLocationRequest }) request: CreateLocationRequest,
    @Keyed() keyed: KeyedRequest | null,
  ): Promise<Versioned<LocationResponse>> {
    return this.locations.create(principal, request, keyed);
  }

  @Patch(':id')
  @Authorize('admin')
  @AnswersChanged(locationResponse, {
    operationId: 'updateLocation',
    summary: 'Changes the given fields of a location. Administrators only.',
    problems: [409],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateLocationRequest }) changes: UpdateLocationRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<LocationResponse>> {
    return this.locations.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @Authorize('admin')
  @AnswersRemoved({
    operationId: 'deleteLocation',
    summary: 'Removes a location with its tickets, tasks and assignments. Administrators only.',
  })
  delete(@IdParam() id: string, @IfMatch() precondition: Precondition): Promise<void> {
    return this.locations.delete(id, precondition);
  }
}
