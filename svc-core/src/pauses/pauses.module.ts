import { Module } from '@nestjs/common';
import { DeadlineClock } from '../deadlines/deadline-clock.ts';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { PausesController } from './pauses.controller.ts';
import { PausesService } from './pauses.service.ts';
import { TicketStops } from './ticket-stops.ts';

@Module({
  imports: [DeadlinesModule, TicketEventsModule, TicketsModule],
  controllers: [PausesController],
  providers: [PausesService, TicketStops],
  exports: [TicketStops],
})
export class PausesModule {
  constructor(clock: DeadlineClock, pauses: PausesService) {
    clock.reached.add((within, ticketIds) => pauses.endThoseOver(within, ticketIds));
  }
}
