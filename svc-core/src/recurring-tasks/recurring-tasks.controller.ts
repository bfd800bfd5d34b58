import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
} from '@mainstay/service-kit';
import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityCalls } from '../entities/entity-calls.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import {
  type CreateRecurringTaskRequest,
  createRecurringTaskRequest,
  type ListRecurringTasksQuery,
  listRecurringTasksQuery,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
  updateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';

const call = entityCalls(recurringTaskResponse, 'RecurringTask');

@ApiTags('Recurring tasks')
@Controller('api/recurring-tasks')
@Authorize()
export class RecurringTasksController {
  constructor(
    private readonly recurringTasks: RecurringTasksService,
    private readonly rows: RecurringTasksRepository,
  ) {}

  @call.list('Recurring tasks of locations visible to you, newest first.')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listRecurringTasksQuery }) query: ListRecurringTasksQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @call.get('One recurring task.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @call.create('Creates a recurring maintenance task.', {
    description:
      'At nextOccurrence a maintenance task is created and nextOccurrence moves on by the frequency, in the time zone ' +
      'of the location: 09:00 stays 09:00, and the 31st falls on the last day of a shorter month.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createRecurringTaskRequest }) request: CreateRecurringTaskRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.recurringTasks.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields; `active` pauses and resumes the task.', {
    description: 'Resumes at the next occurrence; missed ones are not created.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateRecurringTaskRequest }) changes: UpdateRecurringTaskRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.recurringTasks.update(principal, id, changes, precondition);
  }

  @Authorize('admin')
  @call.delete('Removes a recurring task; the tasks it created remain. Administrators only.')
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.recurringTasks.delete(principal, id, precondition);
  }
}
