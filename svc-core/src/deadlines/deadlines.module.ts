import { Module } from '@nestjs/common';
import { DeadlineClock } from './deadline-clock.ts';
import { DeadlinesRepository } from './deadlines.repository.ts';
import { TicketStops } from './ticket-stops.ts';
import { Deadlines } from './deadlines.service.ts';

@Module({
  providers: [Deadlines, DeadlinesRepository, DeadlineClock, TicketStops],
  exports: [Deadlines, DeadlinesRepository, TicketStops],
})
export class DeadlinesModule {}
