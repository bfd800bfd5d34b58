import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsEntity,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type OpeningHoursRequest,
  openingHoursRequest,
  openingHoursResponse,
} from './opening-hours.schemas.ts';
import { OpeningHoursService } from './opening-hours.service.ts';

@ApiTags('Locations')
@Controller('api/locations/:id/hours')
@Authorize()
export class OpeningHoursController {
  constructor(private readonly hours: OpeningHoursService) {}

  @Get()
  @ReturnsEntity(openingHoursResponse, {
    operationId: 'getOpeningHours',
    summary: 'The opening hours of a location, with the ETag of the location.',
    description:
      'By weekday, with the days on which it is closed. 404 for a location that is not visible to you.',
  })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.hours.get(principal, id);
  }

  @Put()
  @Authorize('admin')
  @ReturnsUpdated(openingHoursResponse, {
    operationId: 'replaceOpeningHours',
    summary: 'Replaces the opening hours of a location. Administrators only.',
    description: 'The deadlines of open tickets follow within a minute.',
  })
  replace(
    @IdParam() id: string,
    @Body({ schema: openingHoursRequest }) request: OpeningHoursRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.hours.replace(id, request, precondition);
  }
}
