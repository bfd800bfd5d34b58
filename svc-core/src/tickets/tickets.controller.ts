import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { ListedTickets } from '../ticket-rows/ticket-lists.ts';
import { listTicketsQuery } from '../ticket-rows/tickets-query.ts';
import { createTicketRequest, ticketResponse, updateTicketRequest } from '../ticket-rows/tickets.schemas.ts';
import { ticketsSheet } from '../ticket-rows/tickets.sheet.ts';
import { TicketsService } from './tickets.service.ts';

@ApiTags('Tickets')
@Controller('api/tickets')
export class TicketsController extends entityController(ListedTickets, TicketsService, {
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
        'For a search, for changed or unassigned tickets, or by due state, through all locations X-Total-Count counts up to 1,000; the value 1000 ' +
        'means 1,000 or more.',
      // The repository selects exactly these fields; filtering each row again costs a twentieth of the request.
      filter: false,
    },
    get: {
      summary: 'One ticket.',
      description: '404 for a ticket of a location that is not visible to you.',
    },
    create: {
      summary: 'Submits a maintenance request; it starts as incoming.',
      description:
        '400 for a location, assignee, equipment or vendor that is not visible to you, 403 for a limit above that of the vendor, unless you are an administrator, 409 when the external id is taken, with the `existingId` of the one that has it if it is visible to you.',
      problems: ['role', 'external_id_taken'],
    },
    update: {
      summary:
        'Changes the given fields. Any status may follow any other, but solved while an administrator must approve the costs, or without what the completion rule of its type asks for.',
      description:
        '400 for an assignee, equipment or vendor that is not visible to you, 403 when somebody else than an administrator raises the limit or sends `waive`, 409 when costs still need approval, when the external id is taken, and with what is `missing`: `beforePhoto`, `afterPhoto`, `note`.',
      problems: ['role', 'approval_needed', 'proof_missing', 'too_many_reopenings', 'external_id_taken'],
    },
    delete: {
      summary: 'Removes a ticket with its attachments. Administrators only.',
      description: 'Cannot be undone. 404 for an unknown id.',
      roles: ['admin'],
    },
  },
}) {}
