import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { TasksController } from './tasks.controller.ts';
import { TasksRepository } from './tasks.repository.ts';
import { TasksService } from './tasks.service.ts';

@Module({
  imports: [AssignmentsModule],
  controllers: [TasksController],
  providers: [TasksService, TasksRepository],
})
export class TasksModule {}
