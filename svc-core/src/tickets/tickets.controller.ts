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
import { TicketsRepository } from './tickets.repository.ts';
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
  constructor(
    private readonly tickets: TicketsService,
    private readonly rows: TicketsRepository,
  ) {}

  @Get()
  @ReturnsPage(ticketResponse, {
    operationId: 'listTickets',
    summary: 'Tickets of locations visible to you, newest first.',
    description:
      'For a search, or for unassigned tickets, through all locations X-Total-Count counts up to 1,000; the value 1000 ' +
      'means 1,000 or more.',
    // The repository selects exactly these fields; filtering each row again costs a twentieth of the request.
    filter: false,
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTicketsQuery }) query: ListTicketsQuery,
  ): Promise<Page<TicketResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(ticketResponse, { operationId: 'getTicket', summary: 'One ticket.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<TicketResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @ReturnsCreated(ticketResponse, {
    operationId: 'createTicket',
    summary: 'Submits a maintenance request; it starts as incoming.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTicketRequest }) request: CreateTicketRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<TicketResponse>> {
    return this.tickets.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(ticketResponse, {
    operationId: 'updateTicket',
    summary: 'Changes the given fields. Any status may follow any other.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateTicketRequest }) changes: UpdateTicketRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    return this.tickets.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @Authorize('admin')
  @ReturnsNoContent({
    operationId: 'deleteTicket',
    summary: 'Removes a ticket with its attachments. Administrators only.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.tickets.delete(principal, id, precondition);
  }
}
