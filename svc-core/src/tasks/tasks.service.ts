import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import { requireLimits } from '../fields/long-text.ts';
import { requireProject } from '../projects/require-project.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { TasksRepository } from './tasks.repository.ts';
import {
  type CreateTaskRequest,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
} from './tasks.schemas.ts';

/**
 * Business rules of maintenance tasks (specification, sections 3 and 4). A project's totals are updated by the
 * database.
 */
@Injectable()
export class TasksService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly tasks: TasksRepository,
  ) {}

  /** @throws Problem 400 when the location, the assignee or the project is unknown or not visible */
  create(
    principal: Principal,
    request: CreateTaskRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<TaskResponse>> {
    return this.database.once(principal, idempotentRequest, versioned(taskResponse), async (transaction) => {
      await this.visibility.requireReferences(transaction, principal, request);
      if (request.projectId !== null) {
        await requireProject(transaction, principal, request.projectId);
      }
      const id = await this.tasks.insert(transaction, request);
      return this.tasks.get(principal, id, transaction);
    });
  }

  /**
   * Completing a task sets `completedAt`, reopening it clears it.
   * @throws Problem 404, 412, or 400 when the new location, assignee or project is unknown or not visible
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateTaskRequest,
    precondition: Precondition,
  ): Promise<Versioned<TaskResponse>> {
    return this.database.transaction(async (transaction) => {
      const task = await this.tasks.lock(transaction, principal, id);
      precondition(task.version);
      requireLimits(task, changes, longFieldsOf(taskResponse));
      await this.visibility.requireReferences(transaction, principal, changes, task);
      const { projectId = null, completed = task.completed } = changes;
      if (projectId !== null) {
        await requireProject(transaction, principal, projectId, task.projectId);
      }
      if (Object.keys(changes).length > 0) {
        await this.tasks.update(transaction, id, changes, completed !== task.completed);
      }
      return this.tasks.get(principal, id, transaction);
    });
  }

  /** @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.tasks.lock(transaction, principal, id);
      precondition(version);
      await this.tasks.delete(transaction, id);
    });
  }
}
