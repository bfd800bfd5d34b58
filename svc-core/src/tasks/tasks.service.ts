import type { KeyedRequest, Precondition, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Sight } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import { requireLimits } from '../fields/long-text.ts';
import type { Page } from '../lists/page.ts';
import { TasksRepository } from './tasks.repository.ts';
import {
  type CreateTaskRequest,
  type ListTasksQuery,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
} from './tasks.schemas.ts';

/** The rules of maintenance tasks, in order (specification, sections 3 and 4). A project's totals follow by themselves. */
@Injectable()
export class TasksService {
  constructor(
    private readonly database: Database,
    private readonly sight: Sight,
    private readonly tasks: TasksRepository,
  ) {}

  list(principal: Principal, query: ListTasksQuery): Promise<Page<TaskResponse>> {
    return this.tasks.list(principal, query);
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string): Promise<Versioned<TaskResponse>> {
    return this.tasks.get(principal, id);
  }

  /** @throws Problem 400 when the location, the assignee or the project is absent or out of sight */
  create(
    principal: Principal,
    request: CreateTaskRequest,
    keyed: KeyedRequest | null,
  ): Promise<Versioned<TaskResponse>> {
    return this.database.creation(principal, keyed, taskResponse, async (transaction) => {
      await this.sight.requireLocation(transaction, principal, request.locationId);
      if (request.assignedTo !== null) {
        await this.sight.requireAssignee(transaction, principal, request.assignedTo);
      }
      if (request.projectId !== null) {
        await this.sight.requireProject(transaction, principal, request.projectId);
      }
      const id = await this.tasks.insert(transaction, request);
      return this.tasks.get(principal, id, transaction);
    });
  }

  /**
   * Completing a task sets `completedAt`, reopening it clears it.
   * @throws Problem 404, 412, or 400 when the new location, assignee or project is absent or out of sight
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
      requireLimits(task, changes, ['description']);
      await this.sight.requireChanged(transaction, principal, task, changes);
      const { projectId = task.projectId, completed = task.completed } = changes;
      if (projectId !== null && projectId !== task.projectId) {
        await this.sight.requireProject(transaction, principal, projectId, task.projectId);
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
