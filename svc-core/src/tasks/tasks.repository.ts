import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { fromFirstVisible, locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity } from '../entities/entity-rows.ts';
import { optionalMoment } from '../fields/instant.ts';
import { countOf, newestFirst, pageColumns, readPage } from '../lists/read-page.ts';
import { located } from '../locations/located.ts';
import { Task } from './task.entity.ts';
import {
  type CreateTaskRequest,
  type ListTasksQuery,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
} from './tasks.schemas.ts';

const taskRow = taskResponse.omit({ location: true }).extend({ locationName: z.string() });
const listedRow = taskRow.extend(pageColumns);
const versionedRow = taskRow.extend({ version: z.int() });

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.due_date AS "dueDate",
  t.completed, t.created_at AS "createdAt", t.completed_at AS "completedAt",
  CASE WHEN t.project_id NOT IN (SELECT project_id FROM core.project_removals) THEN t.project_id END AS "projectId",
  t.recurring_task_id AS "recurringTaskId", l.name AS "locationName"`;
const table = sql`core.tasks t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);
const isVisible = (principal: Principal, id: string): Sql => sql`t.id = ${id} AND ${visibleTo(principal)}`;

/** Reads and writes tasks, except those created by a schedule. Rows outside the caller's scope behave as missing. */
@Injectable()
export class TasksRepository {
  constructor(
    @InjectRepository(Task) private readonly tasks: Repository<Task>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListTasksQuery): Promise<Page<TaskResponse>> {
    const { recurringTaskId } = query;
    const conditions = [visibleTo(principal)];
    if (recurringTaskId !== undefined) conditions.push(sql`t.recurring_task_id = ${recurringTaskId}`);
    return readPage(this.database, {
      row: listedRow,
      alias: sql`t`,
      octets: { ofRow: sql`coalesce(octet_length(t.description), 0)` },
      columns,
      table,
      joins,
      conditions: [...conditions, ...fromFirstVisible(principal, 'tasks', 'DESC')],
      total: recurringTaskId === undefined ? countedRows('tasks', principal) : countOf(table, conditions),
      ...newestFirst(sql`t`),
      query,
      toItem: located,
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<TaskResponse>> {
    const task = sql`SELECT ${columns}, t.version FROM ${table} ${joins} WHERE ${isVisible(principal, id)}`;
    return readEntity(this.database, versionedRow, task, located, within);
  }

  /** Locks the task against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Task> {
    return lockEntity(within, this.tasks, 'pessimistic_write', 't', isVisible(principal, id));
  }

  insert(within: EntityManager, task: CreateTaskRequest): Promise<string> {
    return insertEntity(within, this.tasks, task);
  }

  /** Changes the given fields, and `completedAt` when `completed` changes. */
  async update(
    within: EntityManager,
    id: string,
    { dueDate, ...changes }: UpdateTaskRequest,
    isCompletionChanged: boolean,
  ): Promise<void> {
    await within.withRepository(this.tasks).update(id, {
      ...changes,
      ...(dueDate !== undefined && { dueDate: optionalMoment(dueDate) }),
      ...(isCompletionChanged && { completedAt: changes.completed ? () => 'now()' : null }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.tasks).delete(id);
  }
}
