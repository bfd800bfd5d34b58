import { Module } from '@nestjs/common';
import { TasksController } from './tasks.controller.ts';
import { TasksRepository } from './tasks.repository.ts';

@Module({ controllers: [TasksController], providers: [TasksRepository] })
export class TasksModule {}
