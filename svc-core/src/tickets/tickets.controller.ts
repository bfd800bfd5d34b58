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
import { TicketsRepository } from './tickets.repository.ts';
import {
  type CreateTicketRequest,
  createTicketRequest,
  type ListTicketsQuery,
  listTicketsQuery,
  ticketResponse,
  type UpdateTicketRequest,
  updateTicketRequest,
} from './tickets.schemas.ts';
import { TicketsService } from './tickets.service.ts';

const call = entityCalls(ticketResponse, 'Ticket');

@ApiTags('Tickets')
@Controller('api/tickets')
@Authorize()
export class TicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly rows: TicketsRepository,
  ) {}

  @call.list('Tickets of locations visible to you, newest first.', {
    description:
      'For a search, or for unassigned tickets, through all locations X-Total-Count counts up to 1,000; the value 1000 ' +
      'means 1,000 or more.',
    // The repository selects exactly these fields; filtering each row again costs a twentieth of the request.
    filter: false,
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTicketsQuery }) query: ListTicketsQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @call.get('One ticket.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @call.create('Submits a maintenance request; it starts as incoming.')
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTicketRequest }) request: CreateTicketRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.tickets.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields. Any status may follow any other.')
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateTicketRequest }) changes: UpdateTicketRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.tickets.update(principal, id, changes, precondition);
  }

  @Authorize('admin')
  @call.delete('Removes a ticket with its attachments. Administrators only.')
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.tickets.delete(principal, id, precondition);
  }
}
