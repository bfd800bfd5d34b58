import { Answers, Authorize, CurrentPrincipal, IdParam, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
  @Answers(200, locationResponse, {
    operationId: 'getLocation',
    summary: 'One location.',
    problems: [401, 404],
  })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<LocationResponse> {
    return this.locations.get(principal, id);
  }

  @Post()
  @Authorize('admin')
  @Answers(201, locationResponse, {
    operationId: 'createLocation',
    summary: 'Adds a location. Administrators only.',
    problems: [400, 401, 403, 409, 413, 415],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createLocationRequest }) request: CreateLocationRequest,
  ): Promise<LocationResponse> {
    return this.locations.create(principal, request);
  }

  @Patch(':id')
  @Authorize('admin')
  @Answers(200, locationResponse, {
    operationId: 'updateLocation',
    summary: 'Changes the given fields of a location. Administrators only.',
    problems: [400, 401, 403, 404, 409, 413, 415],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateLocationRequest }) changes: UpdateLocationRequest,
  ): Promise<LocationResponse> {
    return this.locations.update(principal, id, changes);
  }

  @Delete(':id')
  @Authorize('admin')
  @Answers(204, null, {
    operationId: 'deleteLocation',
    summary: 'Removes a location with its tickets, tasks and assignments. Administrators only.',
    problems: [401, 403, 404],
  })
  delete(@IdParam() id: string): Promise<void> {
    return this.locations.delete(id);
  }
}
