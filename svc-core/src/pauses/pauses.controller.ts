import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
  ReturnsUpdated,
} from '@mainstay/service-kit';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ticketResponse } from '../ticket-rows/tickets.schemas.ts';
import { type PauseRequest, pauseRequest } from '../ticket-stops/pauses.schemas.ts';
import { PausesService } from './pauses.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets/:id')
@Authorize()
export class PausesController {
  constructor(private readonly pauses: PausesService) {}

  @Post('pause')
  @ReturnsUpdated(ticketResponse, {
    operationId: 'pauseTicket',
    summary: 'Pauses the clock of an open ticket: the time until it goes on does not count.',
    description:
      '400 for an end that is not later than now, 409 when the ticket is solved, is paused already or was paused too often.',
    problems: ['already_paused', 'ticket_solved', 'too_many_pauses'],
  })
  pause(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: pauseRequest }) request: PauseRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.pauses.pause(principal, id, request, precondition);
  }

  @Post('resume')
  @ReturnsUpdated(ticketResponse, {
    operationId: 'resumeTicket',
    summary: 'Lets the clock of a paused ticket go on.',
    description: '409 when the ticket is not paused.',
    problems: ['not_paused'],
  })
  resume(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.pauses.resume(principal, id, precondition);
  }
}
