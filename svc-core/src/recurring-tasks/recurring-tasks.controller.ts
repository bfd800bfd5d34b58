import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  Keyed,
  type KeyedRequest,
  type Precondition,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersEntity, AnswersRemoved } from '../entities/answers-entity.ts';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
import {
  type CreateRecurringTaskRequest,
  createRecurringTaskRequest,
  type ListRecurringTasksQuery,
  listRecurringTasksQuery,
  type RecurringTaskResponse,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
  updateRecurringTaskRequest,
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

  @Get(':id')
  @AnswersEntity(recurringTaskResponse, {
    operationId: 'getRecurringTask',
    summary: 'One recurring task.',
  })
  get(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.recurringTasks.get(principal, id);
  }

  @Post()
  @AnswersCreated(recurringTaskResponse, {
    operationId: 'createRecurringTask',
    summary: 'Sets up a maintenance task that comes back.',
    description:
      'When nextOccurrence comes, a maintenance task is made and nextOccurrence moves on by the frequency, on the ' +
      'clock of the location: 09:00 stays 09:00, and the 31st falls on the last day of a shorter month.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createRecurringTaskRequest }) request: CreateRecurringTaskRequest,
    @Keyed() keyed: KeyedRequest | null,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.recurringTasks.create(principal, request, keyed);
  }

  @Patch(':id')
  @AnswersChanged(recurringTaskResponse, {
    operationId: 'updateRecurringTask',
    summary: 'Changes the given fields; `active` pauses and resumes it.',
    description: 'Resumed, it goes on with the first occurrence to come; what it missed stays missed.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateRecurringTaskRequest }) changes: UpdateRecurringTaskRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.recurringTasks.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @Authorize('admin')
  @AnswersRemoved({
    operationId: 'deleteRecurringTask',
    summary: 'Removes a recurring task; the tasks it made stay. Administrators only.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.recurringTasks.delete(principal, id, precondition);
  }
}
