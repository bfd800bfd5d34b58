import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { RecurringTask } from './recurring-task.entity.ts';
import { RecurringTasksController } from './recurring-tasks.controller.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';
import { Scheduler } from './scheduler.ts';
import { SchedulesRepository } from './schedules.repository.ts';

@Module({
  imports: [TypeOrmModule.forFeature([RecurringTask]), AssignmentsModule],
  controllers: [RecurringTasksController],
  providers: [RecurringTasksService, RecurringTasksRepository, SchedulesRepository, Scheduler],
  exports: [SchedulesRepository],
})
export class RecurringTasksModule {}
