import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { TicketsRepository } from '../tickets/tickets.repository.ts';
import {
  createTicketRequest,
  listTicketsQuery,
  ticketResponse,
  updateTicketRequest,
} from '../tickets/tickets.schemas.ts';
import { ticketsSheet } from '../tickets/tickets.sheet.ts';
import { TicketsService } from './tickets.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets')
export class TicketsController extends entityController(TicketsRepository, TicketsService, {
  name: 'Ticket',
  response: ticketResponse,
  listing: listTicketsQuery,
  sheet: ticketsSheet,
  creation: createTicketRequest,
  changes: updateTicketRequest,
  calls: {
    list: {
      summary: 'Tickets of locations visible to you, newest first.',
      description:
        'For a search, for unassigned tickets, or by due state, through all locations X-Total-Count counts up to 1,000; the value 1000 ' +
        'means 1,000 or more.',
      // The repository selects exactly these fields; filtering each row again costs a twentieth of the request.
      filter: false,
    },
    get: { summary: 'One ticket.' },
    create: { summary: 'Submits a maintenance request; it starts as incoming.' },
    update: {
      summary:
        'Changes the given fields. Any status may follow any other, but solved while an administrator must approve the costs.',
      problems: [409],
    },
    delete: { summary: 'Removes a ticket with its attachments. Administrators only.', roles: ['admin'] },
  },
}) {}
