import { Module } from '@nestjs/common';
import { DeadlineRequestsModule } from '../deadline-requests/deadline-requests.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { DeadlineClock } from './deadline-clock.ts';
import { DeadlineLag } from './deadline-lag.ts';
import { DeadlinesRepository } from './deadlines.repository.ts';
import { Deadlines } from './deadlines.service.ts';

@Module({
  imports: [DeadlineRequestsModule, TicketEventsModule],
  providers: [Deadlines, DeadlinesRepository, DeadlineClock, DeadlineLag],
  exports: [Deadlines, DeadlineClock],
})
export class DeadlinesModule {}
