import { Module } from '@nestjs/common';
import { DeadlineClock } from '../deadlines/deadline-clock.ts';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketStopsModule } from '../ticket-stops/ticket-stops.module.ts';
import { PausesController } from './pauses.controller.ts';
import { PausesService } from './pauses.service.ts';

@Module({
  imports: [DeadlinesModule, TicketEventsModule, TicketRowsModule, TicketStopsModule],
  controllers: [PausesController],
  providers: [PausesService],
})
export class PausesModule {
  constructor(clock: DeadlineClock, pauses: PausesService) {
    clock.reached.add((within, ticketIds) => pauses.endThoseOver(within, ticketIds));
  }
}
