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
    list: {
      summary: 'Maintenance tasks of locations visible to you, newest first.',
      description: 'Also those that a recurring task has created. Other locations are left out.',
    },
    get: {
      summary: 'One maintenance task.',
      description: '404 for a task of a location that is not visible to you.',
    },
    create: {
      summary: 'Adds a maintenance task, with or without a project.',
      description:
        '400 for a location that is not visible to you or is archived, and for an unknown project or assignee.',
    },
    update: {
      summary: 'Changes the given fields; `completed` also sets or clears completedAt.',
      description:
        '400 for an unknown project or assignee, 404 for a task of a location that is not visible to you.',
      problems: ['steps_open'],
    },
    delete: {
      summary: 'Removes a maintenance task.',
      description: '404 for a task of a location that is not visible to you.',
    },
  },
}) {}
