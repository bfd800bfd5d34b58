import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { EntityService } from '../entity-rules/entity-service.ts';
import { requireProject } from '../projects/require-project.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { Task } from './task.entity.ts';
import { TasksRepository } from './tasks.repository.ts';
import { type CreateTaskRequest, taskResponse, type UpdateTaskRequest } from './tasks.schemas.ts';

/** Business rules of maintenance tasks (specification, sections 3 and 4). The database updates a project's totals. */
@Injectable()
export class TasksService extends EntityService<
  Task,
  typeof taskResponse.shape,
  CreateTaskRequest,
  UpdateTaskRequest
> {
  constructor(
    database: Database,
    visibility: VisibilityChecks,
    private readonly tasks: TasksRepository,
  ) {
    super(database, visibility, tasks, taskResponse);
  }

  protected async insert(within: EntityManager, principal: Principal, request: CreateTaskRequest) {
    if (request.projectId !== null) await requireProject(within, principal, request.projectId);
    return this.tasks.insert(within, request);
  }

  /** Completing a task sets `completedAt`, reopening it clears it. */
  protected async change(
    within: EntityManager,
    principal: Principal,
    task: Task,
    changes: UpdateTaskRequest,
  ) {
    const { projectId = null, completed = task.completed } = changes;
    if (projectId !== null) await requireProject(within, principal, projectId, task.projectId);
    await this.tasks.update(within, task.id, changes, completed !== task.completed);
  }
}
