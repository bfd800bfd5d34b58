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
import { LocationsRepository } from './locations.repository.ts';
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
  constructor(
    private readonly locations: LocationsService,
    private readonly rows: LocationsRepository,
  ) {}

  @Get()
  @ReturnsPage(locationResponse, {
    operationId: 'listLocations',
    summary: 'Locations visible to you, by name.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listLocationsQuery }) query: ListLocationsQuery,
  ): Promise<Page<LocationResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(locationResponse, { operationId: 'getLocation', summary: 'One location.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<LocationResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @Authorize('admin')
  @ReturnsCreated(locationResponse, {
    operationId: 'createLocation',
    summary: 'Adds a location. Administrators only.',
    problems: [409],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createLocationRequest }) request: CreateLocationRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<LocationResponse>> {
    return this.locations.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @Authorize('admin')
  @ReturnsUpdated(locationResponse, {
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
  @ReturnsNoContent({
    operationId: 'deleteLocation',
    summary: 'Removes a location with its tickets, tasks and assignments. Administrators only.',
  })
  delete(@IdParam() id: string, @IfMatch() precondition: Precondition): Promise<void> {
    return this.locations.delete(id, precondition);
  }
}
