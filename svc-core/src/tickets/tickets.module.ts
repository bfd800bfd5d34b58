import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import { TicketSpending } from './ticket-spending.ts';
import { TicketsController } from './tickets.controller.ts';
import { TicketsRepository } from './tickets.repository.ts';
import { TicketsService } from './tickets.service.ts';

@Module({
  imports: [AssignmentsModule, DeadlinesModule, WatchersModule],
  controllers: [TicketsController],
  providers: [TicketsService, TicketsRepository, TicketSpending],
  exports: [TicketsRepository, TicketSpending],
})
export class TicketsModule {}
