import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { Task } from './task.entity.ts';
import { TasksController } from './tasks.controller.ts';
import { TasksRepository } from './tasks.repository.ts';
import { TasksService } from './tasks.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Task]), AssignmentsModule],
  controllers: [TasksController],
  providers: [TasksService, TasksRepository],
})
export class TasksModule {}
