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
import { LocationsRepository } from './locations.repository.ts';
import {
  type CreateLocationRequest,
  createLocationRequest,
  type ListLocationsQuery,
  listLocationsQuery,
  locationResponse,
  type UpdateLocationRequest,
  updateLocationRequest,
} from './locations.schemas.ts';
import { LocationsService } from './locations.service.ts';

const call = entityCalls(locationResponse, 'Location');

@ApiTags('Locations')
@Controller('api/locations')
@Authorize()
export class LocationsController {
  constructor(
    private readonly locations: LocationsService,
    private readonly rows: LocationsRepository,
  ) {}

  @call.list('Locations visible to you, by name.')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listLocationsQuery }) query: ListLocationsQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @call.get('One location.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @Authorize('admin')
  @call.create('Adds a location. Administrators only.', { problems: [409] })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createLocationRequest }) request: CreateLocationRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.locations.create(principal, request, idempotentRequest);
  }

  @Authorize('admin')
  @call.update('Changes the given fields of a location. Administrators only.', { problems: [409] })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateLocationRequest }) changes: UpdateLocationRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.locations.update(principal, id, changes, precondition);
  }

  @Authorize('admin')
  @call.delete('Removes a location with its tickets, tasks and assignments. Administrators only.')
  delete(@IdParam() id: string, @IfMatch() precondition: Precondition) {
    return this.locations.delete(id, precondition);
  }
}
