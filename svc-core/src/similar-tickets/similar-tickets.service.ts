import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { TicketsRepository } from '../tickets/tickets.repository.ts';
import { SimilarTicketsRepository } from './similar-tickets.repository.ts';
import type { SimilarTicketResponse, SimilarTicketsQuery } from './similar-tickets.schemas.ts';

/** Tickets that somebody who is about to report a problem should see first. */
@Injectable()
export class SimilarTicketsService {
  constructor(
    private readonly similar: SimilarTicketsRepository,
    private readonly tickets: TicketsRepository,
  ) {}

  /** @throws Problem 400 when the location is unknown or not visible */
  async list(principal: Principal, query: SimilarTicketsQuery): Promise<SimilarTicketResponse[]> {
    await this.similar.requireLocation(principal, query.locationId);
    const found = await this.similar.find(query);
    const tickets = await this.tickets.read(
      principal,
      found.map(({ id }) => id),
    );
    return found.flatMap(({ id, repeat }) => {
      const ticket = tickets.get(id);
      return ticket ? [{ ...ticket, repeat }] : [];
    });
  }
}
