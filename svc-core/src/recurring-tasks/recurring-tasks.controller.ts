import { Answers, Authorize, CurrentPrincipal, type Principal } from '@mainstay/service-kit';
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
import {
  type CreateRecurringTaskRequest,
  createRecurringTaskRequest,
  type ListRecurringTasksQuery,
  listRecurringTasksQuery,
  type RecurringTaskResponse,
  recurringTaskResponse,
} from './recurring-tasks.schemas.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';

@ApiTags('Recurring tasks')
@Controller('api/recurring-tasks')
@Authorize()
export class RecurringTasksController {
  constructor(private readonly recurringTasks: RecurringTasksService) {}

  @Get()
  @AnswersPage(recurringTaskResponse, {
    operationId: 'listRecurringTasks',
    summary: 'The recurring tasks of the locations in sight, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listRecurringTasksQuery }) query: ListRecurringTasksQuery,
  ): Promise<Page<RecurringTaskResponse>> {
    return this.recurringTasks.list(principal, query);
  }

  @Post()
  @Answers(201, recurringTaskResponse, {
    operationId: 'createRecurringTask',
    summary: 'Sets up a maintenance task that comes back.',
    problems: [400, 401, 403, 413, 415],
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createRecurringTaskRequest }) request: CreateRecurringTaskRequest,
  ): Promise<RecurringTaskResponse> {
    return this.recurringTasks.create(principal, request);
  }
}
