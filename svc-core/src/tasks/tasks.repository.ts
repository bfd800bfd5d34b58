import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { fromFirstVisible, locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { joined } from '../entities/joined.ts';
import { optionalMoment } from '../fields/instant.ts';
import type { Page } from '../lists/page.ts';
import { countOf, pageColumns, readPage } from '../lists/read-page.ts';
import { Task } from './task.entity.ts';
import {
  type CreateTaskRequest,
  type ListTasksQuery,
  type TaskResponse,
  taskResponse,
  type UpdateTaskRequest,
} from './tasks.schemas.ts';

const taskRow = taskResponse.omit({ location: true }).extend({ locationName: z.string(), ...pageColumns });
type TaskRow = z.infer<typeof taskRow>;

/** Fields needed to validate an update. */
export type LockedTask = Pick<
  Task,
  'locationId' | 'assignedTo' | 'projectId' | 'completed' | 'description' | 'version'
>;

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.due_date AS "dueDate",
  t.completed, t.created_at AS "createdAt", t.completed_at AS "completedAt",
  CASE WHEN t.project_id NOT IN (SELECT project_id FROM core.project_removals) THEN t.project_id END AS "projectId",
  t.recurring_task_id AS "recurringTaskId", l.name AS "locationName"`;
const table = sql`core.tasks t`;
const joins = sql`JOIN core.locations l ON l.id = t.location_id`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`t.location_id`);

/**
 * Reads and writes tasks, except those created by a schedule. Rows outside the caller's scope behave as missing. Lists
 * are SQL, because TypeORM's query builder halves their throughput (docs/decisions/0019).
 */
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
    return readPage(
      this.database,
      {
        row: taskRow,
        alias: sql`t`,
        octets: { ofRow: sql`coalesce(octet_length(t.description), 0)` },
        columns,
        table,
        joins,
        conditions: [...conditions, ...fromFirstVisible(principal, 'tasks', 'DESC')],
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
    const task = await this.visible(principal, id, within)
      .innerJoinAndSelect('t.location', 'l')
      .leftJoinAndSelect('t.project', 'p', 'p.removedAt IS NULL')
      .getOne();
    if (!task) throw notFound();
    return { body: responseOf(task), version: task.version };
  }

  /** Locks the task against changes until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedTask> {
    const task = await this.visible(principal, id, within).setLock('pessimistic_write').getOne();
    if (!task) throw notFound();
    return task;
  }

  /** Returns the new task's id. */
  async insert(within: EntityManager, task: CreateTaskRequest): Promise<string> {
    const tasks = within.withRepository(this.tasks);
    const { id } = await tasks.save(tasks.create(task));
    return id;
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

  /** Query of a task, if visible to the principal. */
  private visible(principal: Principal, id: string, within?: EntityManager): SelectQueryBuilder<Task> {
    return (within?.withRepository(this.tasks) ?? this.tasks)
      .createQueryBuilder('t')
      .where(...sql`t.id = ${id} AND ${visibleTo(principal)}`.toCondition());
  }
}

const responseOf = (task: Task): TaskResponse => ({
  id: task.id,
  title: task.title,
  description: task.description,
  locationId: task.locationId,
  assignedTo: task.assignedTo,
  dueDate: task.dueDate?.toISOString() ?? null,
  completed: task.completed,
  createdAt: task.createdAt.toISOString(),
  completedAt: task.completedAt?.toISOString() ?? null,
  projectId: task.project?.id ?? null,
  recurringTaskId: task.recurringTaskId,
  location: { id: task.locationId, name: joined(task.location).name },
});

const toTaskResponse = ({ locationName, ...row }: TaskRow): TaskResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
