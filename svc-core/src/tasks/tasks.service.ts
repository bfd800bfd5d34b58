import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { Followers } from '../entities/followers.ts';
import { entityRules } from '../entity-rules/entity-rules.ts';
import { requireProject } from '../projects/require-project.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { Task } from './task.entity.ts';
import { TasksRepository } from './tasks.repository.ts';
import { type CreateTaskRequest, taskResponse, type UpdateTaskRequest } from './tasks.schemas.ts';

/** Business rules of maintenance tasks (specification, sections 3 and 4). The database updates a project's totals. */
@Injectable()
export class TasksService {
  readonly create;
  readonly update;
  readonly delete;
  /** A task, as it was before, and what changed. */
  readonly changed = new Followers<[principal: Principal, before: Task, changes: UpdateTaskRequest]>();

  constructor(database: Database, visibility: VisibilityChecks, tasks: TasksRepository) {
    const rules = entityRules(database, visibility, {
      rows: tasks,
      response: taskResponse,
      check: async (within, principal, request: CreateTaskRequest | UpdateTaskRequest, before) => {
        const { projectId = null } = request;
        if (projectId !== null) await requireProject(within, principal, projectId, before?.projectId);
      },
      // Completing a task sets `completedAt`, reopening it clears it.
      change: async (within, before, changes: UpdateTaskRequest, principal) => {
        const { id, completed } = before;
        await tasks.update(within, id, changes, (changes.completed ?? completed) !== completed);
        await this.changed.run(within, principal, before, changes);
      },
    });
    this.create = rules.create;
    this.update = rules.update;
    this.delete = rules.delete;
  }
}
