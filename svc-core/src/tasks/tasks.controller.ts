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
import { TasksRepository } from './tasks.repository.ts';
import {
  type CreateTaskRequest,
  createTaskRequest,
  type ListTasksQuery,
  listTasksQuery,
  taskResponse,
  type UpdateTaskRequest,
  updateTaskRequest,
} from './tasks.schemas.ts';
import { TasksService } from './tasks.service.ts';

const call = entityCalls(taskResponse, 'Task');

@ApiTags('Tasks')
@Controller('api/tasks')
@Authorize()
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly rows: TasksRepository,
  ) {}

  @call.list('Maintenance tasks of locations visible to you, newest first.')
  list(@CurrentPrincipal() principal: Principal, @Query({ schema: listTasksQuery }) query: ListTasksQuery) {
    return this.rows.list(principal, query);
  }

  @call.get('One maintenance task.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @call.create('Adds a maintenance task, with or without a project.')
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTaskRequest }) request: CreateTaskRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.tasks.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields; `completed` also sets or clears completedAt.')
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateTaskRequest }) changes: UpdateTaskRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.tasks.update(principal, id, changes, precondition);
  }

  @call.delete('Removes a maintenance task.')
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.tasks.delete(principal, id, precondition);
  }
}
