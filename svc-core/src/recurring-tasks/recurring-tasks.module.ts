import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { RecurringTasksController } from './recurring-tasks.controller.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';
import { Scheduler } from './scheduler.ts';
import { SchedulesRepository } from './schedules.repository.ts';

@Module({
  imports: [AssignmentsModule],
  controllers: [RecurringTasksController],
  providers: [RecurringTasksService, RecurringTasksRepository, SchedulesRepository, Scheduler],
  exports: [SchedulesRepository],
})
export class RecurringTasksModule {}
