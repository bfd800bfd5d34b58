import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { type Sql, sql } from '../database/sql.ts';
import { joined } from '../entities/joined.ts';
import { assignedToCondition } from '../fields/assigned-to.ts';
import type { Page } from '../lists/page.ts';
import { countOf, pageColumns, readPage } from '../lists/read-page.ts';
import { RecurringTask } from './recurring-task.entity.ts';
import {
  type CreateRecurringTaskRequest,
  type ListRecurringTasksQuery,
  type RecurringTaskResponse,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';

const recurringTaskRow = recurringTaskResponse
  .omit({ location: true })
  .extend({ locationName: z.string(), ...pageColumns });
type RecurringTaskRow = z.infer<typeof recurringTaskRow>;

/** Fields needed to validate an update. */
export type LockedRecurringTask = Pick<
  RecurringTask,
  'locationId' | 'assignedTo' | 'frequency' | 'nextOccurrence' | 'active' | 'description' | 'version'
>;

export type AnchorChanges = Partial<Pick<RecurringTask, 'anchorDay' | 'anchorTime'>>;

const columns = sql`
  r.id, r.title, r.description, r.location_id AS "locationId", r.assigned_to AS "assignedTo", r.frequency,
  r.next_occurrence AS "nextOccurrence", r.active, r.created_at AS "createdAt", l.name AS "locationName"`;
const table = sql`core.recurring_tasks r`;
const joins = sql`JOIN core.locations l ON l.id = r.location_id`;
const visibleTo = (principal: Principal): Sql => locationVisibleTo(principal, sql`r.location_id`);

/**
 * Reads and writes recurring tasks. Rows outside the caller's scope behave as missing. Lists are SQL, because TypeORM's
 * query builder halves their throughput (docs/decisions/0019).
 */
@Injectable()
export class RecurringTasksRepository {
  constructor(
    @InjectRepository(RecurringTask) private readonly recurringTasks: Repository<RecurringTask>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListRecurringTasksQuery): Promise<Page<RecurringTaskResponse>> {
    const filters = filtersOf(principal, query);
    const conditions = [visibleTo(principal), ...filters];
    return readPage(
      this.database,
      {
        row: recurringTaskRow,
        alias: sql`r`,
        octets: { ofRow: sql`coalesce(octet_length(r.description), 0)` },
        columns,
        table,
        joins,
        conditions,
        total: filters.length === 0 ? countedRows('recurring_tasks', principal) : countOf(table, conditions),
        sort: [sql`r.created_at`, sql`r.id`],
        direction: 'DESC',
        after: query.cursor,
        limit: query.limit,
        prepare: true,
      },
      toRecurringTaskResponse,
      ({ createdAt, id }) => [createdAt, id],
    );
  }

  /** @throws Problem 404 */
  async get(
    principal: Principal,
    id: string,
    within?: EntityManager,
  ): Promise<Versioned<RecurringTaskResponse>> {
    const task = await this.visible(principal, id, within).innerJoinAndSelect('r.location', 'l').getOne();
    if (!task) throw notFound();
    return { body: responseOf(task), version: task.version };
  }

  /** Locks it against changes until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedRecurringTask> {
    const task = await this.visible(principal, id, within).setLock('pessimistic_write').getOne();
    if (!task) throw notFound();
    return task;
  }

  /** Returns the new recurring task's id. */
  async insert(within: EntityManager, recurringTask: CreateRecurringTaskRequest): Promise<string> {
    const recurringTasks = within.withRepository(this.recurringTasks);
    const { id } = await recurringTasks.save(recurringTasks.create(recurringTask));
    return id;
  }

  async update(
    within: EntityManager,
    id: string,
    { nextOccurrence, ...changes }: UpdateRecurringTaskRequest & AnchorChanges,
  ): Promise<void> {
    await within.withRepository(this.recurringTasks).update(id, {
      ...changes,
      ...(nextOccurrence !== undefined && { nextOccurrence: new Date(nextOccurrence) }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.recurringTasks).delete(id);
  }

  /** Query of a recurring task, if visible to the principal. */
  private visible(
    principal: Principal,
    id: string,
    within?: EntityManager,
  ): SelectQueryBuilder<RecurringTask> {
    return (within?.withRepository(this.recurringTasks) ?? this.recurringTasks)
      .createQueryBuilder('r')
      .where(...sql`r.id = ${id} AND ${visibleTo(principal)}`.toCondition());
  }
}

function filtersOf(principal: Principal, { active, assignedTo, q }: ListRecurringTasksQuery): Sql[] {
  const filters = assignedToCondition(sql`r.assigned_to`, principal, assignedTo);
  if (active !== undefined) filters.push(active ? sql`r.active` : sql`NOT r.active`);
  if (q !== undefined) {
    const pattern = containing(q);
    const placed = sql`r.location_id IN (SELECT id FROM core.locations WHERE name ILIKE ${pattern})`;
    filters.push(sql`(r.title ILIKE ${pattern} OR ${placed})`);
  }
  return filters;
}

const responseOf = (task: RecurringTask): RecurringTaskResponse => ({
  id: task.id,
  title: task.title,
  description: task.description,
  locationId: task.locationId,
  assignedTo: task.assignedTo,
  frequency: task.frequency,
  nextOccurrence: task.nextOccurrence.toISOString(),
  active: task.active,
  createdAt: task.createdAt.toISOString(),
  location: { id: task.locationId, name: joined(task.location).name },
});

const toRecurringTaskResponse = ({ locationName, ...row }: RecurringTaskRow): RecurringTaskResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
