import { Authorize, CurrentPrincipal, type Principal, Returns } from '@mainstay/service-kit';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DueCountsRepository } from './due-counts.repository.ts';
import { type DueCountsResponse, dueCountsResponse } from './due-counts.schemas.ts';

@ApiTags('Tickets')
@Controller('api/tickets/due')
@Authorize()
export class DueCountsController {
  constructor(private readonly counts: DueCountsRepository) {}

  @Get()
  @Returns(200, dueCountsResponse, {
    operationId: 'countDueTickets',
    summary: 'How many visible tickets are overdue and at risk, and whether a response target is on.',
    description:
      'The numbers of the dashboard and of the chips above the board. Tickets of other locations are not counted.',
    problems: [401],
  })
  read(@CurrentPrincipal() principal: Principal): Promise<DueCountsResponse> {
    return this.counts.read(principal);
  }
}
