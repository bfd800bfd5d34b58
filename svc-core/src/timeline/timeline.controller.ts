import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  type Page,
  type Principal,
  ReturnsPage,
} from '@mainstay/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type TimelineLineResponse,
  timelineLineResponse,
  type TimelineQuery,
  timelineQuery,
} from './timeline.schemas.ts';
import { TimelineService } from './timeline.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets/:id/timeline')
@Authorize()
export class TimelineController {
  constructor(private readonly timeline: TimelineService) {}

  @Get()
  @ReturnsPage(timelineLineResponse, {
    operationId: 'listTimeline',
    summary: 'What was said and done about a ticket, oldest first.',
    description:
      'Changes of one person within 60 seconds make one line. X-Total-Count is the number of lines, counted in the first ' +
      '10,000 changes, comments and files.',
    problems: [404],
    // The service builds exactly these fields; filtering 500 lines again costs a third of the request.
    filter: false,
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Query({ schema: timelineQuery }) query: TimelineQuery,
  ): Promise<Page<TimelineLineResponse>> {
    return this.timeline.list(principal, ticketId, query);
  }
}
