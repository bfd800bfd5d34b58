import { Module } from '@nestjs/common';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { TasksController } from './tasks.controller.ts';
import { TasksRepository } from './tasks.repository.ts';
import { TasksService } from './tasks.service.ts';

@Module({
  imports: [VisibilityModule],
  controllers: [TasksController],
  providers: [TasksService, TasksRepository],
  exports: [TasksService, TasksRepository],
})
export class TasksModule {}
