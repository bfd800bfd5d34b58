import { badRequest, type Precondition, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { TicketResponse } from '../ticket-rows/tickets.schemas.ts';
import type { PauseRequest } from '../ticket-stops/pauses.schemas.ts';
import { TicketsService } from '../tickets/tickets.service.ts';

/** Pauses of tickets, in which their time does not count. */
@Injectable()
export class PausesService {
  constructor(private readonly tickets: TicketsService) {}

  /**
   * @throws Problem 404, 412, 400 for an end that is not later than now, 409 when it is paused or solved, or was
   * paused too often
   */
  pause(
    principal: Principal,
    id: string,
    pause: PauseRequest,
    precondition: Precondition,
  ): Promise<Versioned<TicketResponse>> {
    if (pause.until !== null && Date.parse(pause.until) <= Date.now())
      throw badRequest({ until: ['Must be later than now.'] });
    return this.tickets.update(principal, id, { pause }, precondition);
  }

  /** @throws Problem 404, 412, 409 when it is not paused */
  resume(principal: Principal, id: string, precondition: Precondition): Promise<Versioned<TicketResponse>> {
    return this.tickets.update(principal, id, { pause: null }, precondition);
  }
}
