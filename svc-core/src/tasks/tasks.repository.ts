import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seesLocation } from '../assignments/sight.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { WithVersion } from '../entities/versioned.ts';
import { optionalMoment } from '../fields/instant.ts';
import type { Page } from '../lists/page.ts';
import { countOf, readPage } from '../lists/read-page.ts';
import { Task } from './task.entity.ts';
import type { CreateTaskRequest, ListTasksQuery, TaskResponse, UpdateTaskRequest } from './tasks.schemas.ts';

type TaskRow = Omit<TaskResponse, 'location'> & { locationName: string };

/** What a change is judged by. */
export type LockedTask = Pick<Task, 'locationId' | 'assignedTo' | 'projectId' | 'completed' | 'version'>;

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.due_date AS "dueDate",
  t.completed, t.created_at AS "createdAt", t.completed_at AS "completedAt", t.project_id AS "projectId",
  t.recurring_task_id AS "recurringTaskId", l.name AS "locationName"`;
const table = sql`core.tasks t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id`;
const inSight = (principal: Principal): Sql => seesLocation(principal, sql`t.location_id`);

/** The only SQL on tasks, but for the ones that a schedule makes. What the principal does not see is not there. */
@Injectable()
export class TasksRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListTasksQuery): Promise<Page<TaskResponse>> {
    const { recurringTaskId } = query;
    const conditions = [inSight(principal)];
    if (recurringTaskId !== undefined) conditions.push(sql`t.recurring_task_id = ${recurringTaskId}`);
    return readPage(
      this.database,
      {
        columns,
        table,
        joins,
        conditions,
        total: recurringTaskId === undefined ? countedRows('tasks', principal) : countOf(table, conditions),
        sort: [sql`t.created_at`, sql`t.id`],
        direction: 'DESC',
        after: query.cursor,
        limit: query.limit,
        prepare: true,
      },
      toTaskResponse,
      ({ createdAt, id }) => [createdAt, id],
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<TaskResponse>> {
    const [row] = await this.database.rows<WithVersion<TaskRow>>(
      sql`SELECT ${columns}, t.version FROM ${table} ${joins} WHERE t.id = ${id} AND ${inSight(principal)}`,
      { prepare: true, ...(within && { within }) },
    );
    if (!row) throw notFound();
    const { version, ...answer } = row;
    return { answer: toTaskResponse(answer), version };
  }

  /** Keeps the task as it is for everybody else until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedTask> {
    const [row] = await this.database.rows<LockedTask>(
      sql`SELECT t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.project_id AS "projectId",
            t.completed, t.version
          FROM ${table} WHERE t.id = ${id} AND ${inSight(principal)} FOR UPDATE`,
      { within },
    );
    if (!row) throw notFound();
    return row;
  }

  /** The new task's id. */
  async insert(within: EntityManager, task: CreateTaskRequest): Promise<string> {
    const { id } = await within.save(Task, within.create(Task, task));
    return id;
  }

  /** Changes the given fields, and `completedAt` with a change of `completed`. */
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

const toTaskResponse = ({ locationName, ...row }: TaskRow): TaskResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
