import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { TasksRepository } from './tasks.repository.ts';
import { createTaskRequest, listTasksQuery, taskResponse, updateTaskRequest } from './tasks.schemas.ts';
import { TasksService } from './tasks.service.ts';

@ApiTags('Tasks')
@Controller('api/tasks')
export class TasksController extends entityController(TasksRepository, TasksService, {
  name: 'Task',
  response: taskResponse,
  listing: listTasksQuery,
  creation: createTaskRequest,
  changes: updateTaskRequest,
  calls: {
    list: { summary: 'Maintenance tasks of locations visible to you, newest first.' },
    get: { summary: 'One maintenance task.' },
    create: { summary: 'Adds a maintenance task, with or without a project.' },
    update: { summary: 'Changes the given fields; `completed` also sets or clears completedAt.' },
    delete: { summary: 'Removes a maintenance task.' },
  },
}) {}
