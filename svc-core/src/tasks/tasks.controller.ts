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
import { TasksRepository } from './tasks.repository.ts';
import {
  type CreateTaskRequest,
  createTaskRequest,
  type ListTasksQuery,
  listTasksQuery,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
  updateTaskRequest,
} from './tasks.schemas.ts';
import { TasksService } from './tasks.service.ts';

@ApiTags('Tasks')
@Controller('api/tasks')
@Authorize()
export class TasksController {
  constructor(
    private readonly tasks: TasksService,
    private readonly rows: TasksRepository,
  ) {}

  @Get()
  @ReturnsPage(taskResponse, {
    operationId: 'listTasks',
    summary: 'Maintenance tasks of locations visible to you, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listTasksQuery }) query: ListTasksQuery,
  ): Promise<Page<TaskResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(taskResponse, { operationId: 'getTask', summary: 'One maintenance task.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<TaskResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @ReturnsCreated(taskResponse, {
    operationId: 'createTask',
    summary: 'Adds a maintenance task, with or without a project.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTaskRequest }) request: CreateTaskRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<TaskResponse>> {
    return this.tasks.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(taskResponse, {
    operationId: 'updateTask',
    summary: 'Changes the given fields; `completed` also sets or clears completedAt.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateTaskRequest }) changes: UpdateTaskRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<TaskResponse>> {
    return this.tasks.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @ReturnsNoContent({ operationId: 'deleteTask', summary: 'Removes a maintenance task.' })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.tasks.delete(principal, id, precondition);
  }
}
