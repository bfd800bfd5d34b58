import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { optionalMoment } from '../fields/instant.ts';
import { countOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { locationListedTo, locationVisibleTo } from '../visibility/visible-to.ts';
import { Task } from './task.entity.ts';
import {
  type CreateTaskRequest,
  type ListTasksQuery,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
} from './tasks.schemas.ts';

const listedRow = taskResponse.extend(pageColumns);

const columns = columnsOf(taskResponse, 't', {
  location: 'l',
  projectId: sql`CASE WHEN t.project_id NOT IN (SELECT project_id FROM core.project_removals) THEN t.project_id END`,
});
const table = sql`core.tasks t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`t.id = ${id} AND ${locationVisibleTo(principal, sql`t.location_id`)}`;

/** Reads and writes tasks, except those created by a schedule. Rows outside the caller's scope behave as missing. */
@Injectable()
export class TasksRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListTasksQuery): Promise<Page<TaskResponse>> {
    const { recurringTaskId } = query;
    const conditions = [locationListedTo(principal, sql`t.location_id`)];
    if (recurringTaskId !== undefined) conditions.push(sql`t.recurring_task_id = ${recurringTaskId}`);
    return readPage(this.database, {
      row: listedRow,
      alias: 't',
      columns,
      table,
      joins,
      conditions,
      total: recurringTaskId === undefined ? countedRows('tasks', principal) : countOf(table, conditions),
      ...newestFirst('t'),
      query,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(
    principal: Principal,
    id: string,
    within = this.database.entities,
  ): Promise<Versioned<TaskResponse>> {
    const task = await within
      .createQueryBuilder(Task, 't')
      .innerJoinAndSelect('t.location', 'l')
      .leftJoinAndSelect('t.project', 'p', 'p.removedAt IS NULL')
      .where(...isVisible(principal, id).toCondition())
      .getOne();
    if (task) task.projectId = task.project?.id ?? null;
    return foundEntity(taskResponse, task);
  }

  /**
   * Locks the task against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Task> {
    return lockEntity(within, Task, 'pessimistic_write', 't', isVisible(principal, id));
  }

  insert(within: EntityManager, task: CreateTaskRequest): Promise<string> {
    return insertEntity(within, Task, task);
  }

  /** Changes the given fields, and `completedAt` when `completed` changes. */
  async update(
    within: EntityManager,
    id: string,
    { dueDate, ...changes }: UpdateTaskRequest,
    isCompletionChanged: boolean,
  ): Promise<void> {
    await within.update(Task, id, {
      ...changes,
      ...(dueDate !== undefined && { dueDate: optionalMoment(dueDate) }),
      ...(isCompletionChanged && { completedAt: changes.completed ? () => 'now()' : null }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Task, id);
  }
}
