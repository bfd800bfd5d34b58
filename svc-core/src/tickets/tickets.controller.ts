import { Answers, Authorize, CurrentPrincipal, IdParam, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
import {
  type CreateTicketRequest,
  createTicketRequest,
  type ListTicketsQuery,
  listTicketsQuery,
  type TicketResponse,
  ticketResponse,
  type UpdateTicketRequest,
  updateTicketRequest,
} from './tickets.schemas.ts';
import { TicketsService } from './tickets.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets')
@Authorize()
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  @AnswersPage(ticketResponse, {
    operationId: 'listTickets',
    summary: 'The tickets of the locations in sight, newest first.',
    // The repository selects exactly these fields; checking each row again costs a twentieth of the request.
    filter: false,
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTicketsQuery }) query: ListTicketsQuery,
  ): Promise<Page<TicketResponse>> {
    return this.tickets.list(principal, query);
  }

  @Get(':id')
  @Answers(200, ticketResponse, { operationId: 'getTicket', summary: 'One ticket.', problems: [401, 404] })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<TicketResponse> {
    return this.tickets.get(principal, id);
  }

  @Post()
  @Answers(201, ticketResponse, {
    operationId: 'createTicket',
    summary: 'Submits a maintenance request; it starts as incoming.',
    problems: [400, 401, 403, 413, 415],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTicketRequest }) request: CreateTicketRequest,
  ): Promise<TicketResponse> {
    return this.tickets.create(principal, request);
  }

  @Patch(':id')
  @Answers(200, ticketResponse, {
    operationId: 'updateTicket',
    summary: 'Changes the given fields. Any status may follow any other.',
    problems: [400, 401, 403, 404, 413, 415],
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateTicketRequest }) changes: UpdateTicketRequest,
  ): Promise<TicketResponse> {
    return this.tickets.update(principal, id, changes);
  }
}
