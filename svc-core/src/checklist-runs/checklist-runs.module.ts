import { Module } from '@nestjs/common';
import { Removals } from '../removals/removals.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { TasksModule } from '../tasks/tasks.module.ts';
import { TasksService } from '../tasks/tasks.service.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import { ChecklistRunsController } from './checklist-runs.controller.ts';
import { ChecklistRunsRepository } from './checklist-runs.repository.ts';
import { ChecklistRunsService } from './checklist-runs.service.ts';
import { FollowUps } from './follow-ups.ts';

@Module({
  imports: [
    RemovalsModule,
    TasksModule,
    TicketEventsModule,
    TicketRowsModule,
    TicketsModule,
    VisibilityModule,
    WatchersModule,
  ],
  controllers: [ChecklistRunsController],
  providers: [ChecklistRunsService, ChecklistRunsRepository, FollowUps],
})
export class ChecklistRunsModule {
  constructor(
    { rows }: Removals,
    tasks: TasksService,
    runs: ChecklistRunsService,
    stored: ChecklistRunsRepository,
  ) {
    rows.ofLocation.add((within, locationId, limit) => stored.deleteNewest(within, locationId, limit));
    tasks.changed.add((within, ...change) => runs.followTask(within, ...change));
  }
}
