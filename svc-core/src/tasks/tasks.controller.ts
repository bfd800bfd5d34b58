import { Authorize, CurrentPrincipal, type Principal } from '@mainstay/service-kit';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
import { TasksRepository } from './tasks.repository.ts';
import { type ListTasksQuery, listTasksQuery, type TaskResponse, taskResponse } from './tasks.schemas.ts';

@ApiTags('Tasks')
@Controller('api/tasks')
@Authorize()
export class TasksController {
  constructor(private readonly tasks: TasksRepository) {}

  @Get()
  @AnswersPage(taskResponse, {
    operationId: 'listTasks',
    summary: 'The maintenance tasks of the locations in sight, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTasksQuery }) query: ListTasksQuery,
  ): Promise<Page<TaskResponse>> {
    return this.tasks.list(principal, query);
  }
}
