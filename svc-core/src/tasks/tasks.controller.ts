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
  constructor(private readonly tasks: TasksService) {}

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

  @Get(':id')
  @AnswersEntity(taskResponse, { operationId: 'getTask', summary: 'One maintenance task.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<TaskResponse>> {
    return this.tasks.get(principal, id);
  }

  @Post()
  @AnswersCreated(taskResponse, {
    operationId: 'createTask',
    summary: 'Adds a maintenance task, alone or to a project.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createTaskRequest }) request: CreateTaskRequest,
    @Keyed() keyed: KeyedRequest | null,
  ): Promise<Versioned<TaskResponse>> {
    return this.tasks.create(principal, request, keyed);
  }

  @Patch(':id')
  @AnswersChanged(taskResponse, {
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
  @AnswersRemoved({ operationId: 'deleteTask', summary: 'Removes a maintenance task.' })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.tasks.delete(principal, id, precondition);
  }
}
