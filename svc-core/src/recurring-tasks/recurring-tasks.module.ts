import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { RecurringTasksController } from './recurring-tasks.controller.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';

@Module({
  imports: [AssignmentsModule],
  controllers: [RecurringTasksController],
  providers: [RecurringTasksService, RecurringTasksRepository],
})
export class RecurringTasksModule {}
