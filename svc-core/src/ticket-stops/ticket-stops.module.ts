import { Module } from '@nestjs/common';
import { DeadlineClock } from '../deadlines/deadline-clock.ts';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketStops } from './ticket-stops.ts';

@Module({
  imports: [DeadlinesModule, TicketEventsModule, TicketRowsModule],
  providers: [TicketStops],
  exports: [TicketStops],
})
export class TicketStopsModule {
  constructor(clock: DeadlineClock, stops: TicketStops) {
    clock.reached.add((within, ticketIds) => stops.endThoseOver(within, ticketIds));
  }
}
