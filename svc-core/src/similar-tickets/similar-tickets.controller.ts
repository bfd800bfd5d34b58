import { Authorize, CurrentPrincipal, inShare, type Principal, Returns } from '@mainstay/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { SimilarTicketsRepository } from './similar-tickets.repository.ts';
import {
  type SimilarTicketResponse,
  similarTicketResponse,
  type SimilarTicketsQuery,
  similarTicketsQuery,
} from './similar-tickets.schemas.ts';

@ApiTags('Tickets')
@Controller('api/tickets/similar')
@Authorize()
export class SimilarTicketsController {
  constructor(private readonly similar: SimilarTicketsRepository) {}

  @Get()
  @Returns(200, z.array(similarTicketResponse), {
    operationId: 'listSimilarTickets',
    summary:
      'At most five tickets of a location like the one that is described: open, or completed within 30 days.',
    description:
      'Ask before you create a ticket, to find that it exists. 400 for a location that is not visible to you.',
    problems: [400, 401, 429],
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: similarTicketsQuery }) query: SimilarTicketsQuery,
  ): Promise<SimilarTicketResponse[]> {
    return inShare(() => this.similar.list(principal, query));
  }
}
