import { Authorize, CurrentPrincipal, IdParam, type Principal, Returns } from '@mainstay/service-kit';
import { Body, Controller, Delete, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type WatchRequest, watchRequest } from './watchers.schemas.ts';
import { WatchersService } from './watchers.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets/:id/watch')
@Authorize()
export class WatchersController {
  constructor(private readonly watchers: WatchersService) {}

  @Put()
  @Returns(204, null, {
    operationId: 'watchTicket',
    summary: 'Watches a ticket, or mutes it; without a body it is not muted.',
    description:
      'Who watches a ticket is notified of what happens to it. 404 for a ticket that is not visible to you.',
    problems: [400, 401, 403, 404, 413, 415],
  })
  watch(
    @CurrentPrincipal() principal: Principal,
    @IdParam() ticketId: string,
    @Body({ schema: watchRequest }) { muted }: WatchRequest,
  ): Promise<void> {
    return this.watchers.watch(principal, ticketId, muted);
  }

  @Delete()
  @Returns(204, null, {
    operationId: 'unwatchTicket',
    summary: 'Stops watching a ticket, until you are assigned, are mentioned or comment.',
    description: '404 for a ticket that is not visible to you.',
    problems: [401, 403, 404],
  })
  unwatch(@CurrentPrincipal() principal: Principal, @IdParam() ticketId: string): Promise<void> {
    return this.watchers.unwatch(principal, ticketId);
  }
}
