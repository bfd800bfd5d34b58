import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { contains } from '../database/search.ts';
import { type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { assignedToCondition } from '../visibility/assigned-to.ts';
import { locationListedTo, locationVisibleTo } from '../visibility/visible-to.ts';
import { RecurringTask } from './recurring-task.entity.ts';
import {
  type CreateRecurringTaskRequest,
  type ListRecurringTasksQuery,
  type RecurringTaskResponse,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';

const listedRow = recurringTaskResponse.extend(pageColumns);

export type AnchorChanges = Partial<Pick<RecurringTask, 'anchorDay' | 'anchorTime'>>;

const columns = columnsOf(recurringTaskResponse, 'r', { location: 'l' });
const table = sql`core.recurring_tasks r`;
const joins = sql`JOIN core.locations l ON l.id = r.location_id`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`r.id = ${id} AND ${locationVisibleTo(principal, sql`r.location_id`)}`;

/** Reads and writes recurring tasks. Rows outside the caller's scope behave as missing. */
@Injectable()
export class RecurringTasksRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListRecurringTasksQuery): Promise<Page<RecurringTaskResponse>> {
    const filters = filtersOf(principal, query);
    const conditions = [locationListedTo(principal, sql`r.location_id`), ...filters];
    return readPage(this.database, {
      row: listedRow,
      alias: 'r',
      columns,
      table,
      joins,
      conditions,
      total: filters.length === 0 ? countedRows('recurring_tasks', principal) : countOf(table, conditions),
      ...newestFirst('r'),
      query,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(
    principal: Principal,
    id: string,
    within = this.database.entities,
  ): Promise<Versioned<RecurringTaskResponse>> {
    const task = within
      .createQueryBuilder(RecurringTask, 'r')
      .innerJoinAndSelect('r.location', 'l')
      .where(...isVisible(principal, id).toCondition());
    return foundEntity(recurringTaskResponse, await task.getOne());
  }

  /**
   * Locks it against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<RecurringTask> {
    return lockEntity(within, RecurringTask, 'pessimistic_write', 'r', isVisible(principal, id));
  }

  insert(within: EntityManager, recurringTask: CreateRecurringTaskRequest): Promise<string> {
    return insertEntity(within, RecurringTask, recurringTask);
  }

  async update(
    within: EntityManager,
    id: string,
    { nextOccurrence, ...changes }: UpdateRecurringTaskRequest & AnchorChanges,
  ): Promise<void> {
    await within.update(RecurringTask, id, {
      ...changes,
      ...(nextOccurrence !== undefined && { nextOccurrence: new Date(nextOccurrence) }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(RecurringTask, id);
  }
}

function filtersOf(principal: Principal, { active, assignedTo, q }: ListRecurringTasksQuery): Sql[] {
  const filters = assignedToCondition(
    { assignedTo: sql`r.assigned_to`, locationId: sql`r.location_id`, isOpen: sql`TRUE` },
    principal,
    assignedTo,
  );
  if (active !== undefined) filters.push(active ? sql`r.active` : sql`NOT r.active`);
  if (q !== undefined) {
    const placed = sql`r.location_id IN (SELECT id FROM core.locations WHERE ${contains(sql`name`, q)})`;
    filters.push(sql`(${contains(sql`r.title`, q)} OR ${placed})`);
  }
  return filters;
}
