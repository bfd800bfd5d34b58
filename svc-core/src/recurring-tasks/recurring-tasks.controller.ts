import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Page,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsPage,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
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
  constructor(
    private readonly recurringTasks: RecurringTasksService,
    private readonly rows: RecurringTasksRepository,
  ) {}

  @Get()
  @ReturnsPage(recurringTaskResponse, {
    operationId: 'listRecurringTasks',
    summary: 'Recurring tasks of locations visible to you, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listRecurringTasksQuery }) query: ListRecurringTasksQuery,
  ): Promise<Page<RecurringTaskResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(recurringTaskResponse, {
    operationId: 'getRecurringTask',
    summary: 'One recurring task.',
  })
  get(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @ReturnsCreated(recurringTaskResponse, {
    operationId: 'createRecurringTask',
    summary: 'Creates a recurring maintenance task.',
    description:
      'At nextOccurrence a maintenance task is created and nextOccurrence moves on by the frequency, in the time zone ' +
      'of the location: 09:00 stays 09:00, and the 31st falls on the last day of a shorter month.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createRecurringTaskRequest }) request: CreateRecurringTaskRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.recurringTasks.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(recurringTaskResponse, {
    operationId: 'updateRecurringTask',
    summary: 'Changes the given fields; `active` pauses and resumes the task.',
    description: 'Resumes at the next occurrence; missed ones are not created.',
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
  @ReturnsNoContent({
    operationId: 'deleteRecurringTask',
    summary: 'Removes a recurring task; the tasks it created remain. Administrators only.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.recurringTasks.delete(principal, id, precondition);
  }
}
