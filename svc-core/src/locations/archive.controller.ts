import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { locationResponse } from './locations.schemas.ts';
import { LocationsService } from './locations.service.ts';

@ApiTags('Locations')
@Controller('api/locations/:id')
@Authorize('admin')
export class ArchiveController {
  constructor(private readonly locations: LocationsService) {}

  @Post('archive')
  @ReturnsUpdated(locationResponse, {
    operationId: 'archiveLocation',
    summary: 'Takes a location out of lists and counts, with all that belongs to it. Administrators only.',
    description: 'Nothing is deleted, and by its id everything is still there.',
    problems: ['already_archived'],
  })
  archive(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.locations.archive(principal, id, precondition);
  }

  @Post('restore')
  @ReturnsUpdated(locationResponse, {
    operationId: 'restoreLocation',
    summary: 'Brings an archived location back, with all that belongs to it. Administrators only.',
    description: 'Recurring tasks go on with their next occurrence.',
    problems: ['not_archived'],
  })
  restore(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.locations.restore(principal, id, precondition);
  }
}
