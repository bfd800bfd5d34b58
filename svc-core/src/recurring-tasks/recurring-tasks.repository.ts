import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seesLocation } from '../assignments/sight.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { WithVersion } from '../entities/versioned.ts';
import type { Page } from '../lists/page.ts';
import { countOf, readPage } from '../lists/read-page.ts';
import { RecurringTask } from './recurring-task.entity.ts';
import type {
  CreateRecurringTaskRequest,
  ListRecurringTasksQuery,
  RecurringTaskResponse,
  UpdateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';

type RecurringTaskRow = Omit<RecurringTaskResponse, 'location'> & { locationName: string };

/** What a change is judged by. */
export type LockedRecurringTask = Pick<
  RecurringTask,
  'locationId' | 'assignedTo' | 'frequency' | 'active' | 'version'
> & { nextOccurrence: string };

export type AnchorChanges = Partial<Pick<RecurringTask, 'anchorDay' | 'anchorTime'>>;

const columns = sql`
  r.id, r.title, r.description, r.location_id AS "locationId", r.assigned_to AS "assignedTo", r.frequency,
  r.next_occurrence AS "nextOccurrence", r.active, r.created_at AS "createdAt", l.name AS "locationName"`;
const table = sql`core.recurring_tasks r`;
const joins = sql`JOIN core.locations l ON l.id = r.location_id`;
const inSight = (principal: Principal): Sql => seesLocation(principal, sql`r.location_id`);

/** The only SQL on recurring tasks. What the principal does not see is not there. */
@Injectable()
export class RecurringTasksRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListRecurringTasksQuery): Promise<Page<RecurringTaskResponse>> {
    const filters = filtersOf(query);
    const conditions = [inSight(principal), ...filters];
    return readPage(
      this.database,
      {
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
    const [row] = await this.database.rows<WithVersion<RecurringTaskRow>>(
      sql`SELECT ${columns}, r.version FROM ${table} ${joins} WHERE r.id = ${id} AND ${inSight(principal)}`,
      { prepare: true, ...(within && { within }) },
    );
    if (!row) throw notFound();
    const { version, ...answer } = row;
    return { answer: toRecurringTaskResponse(answer), version };
  }

  /** Keeps it as it is for everybody else until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedRecurringTask> {
    const [row] = await this.database.rows<LockedRecurringTask>(
      sql`SELECT r.location_id AS "locationId", r.assigned_to AS "assignedTo", r.frequency, r.active,
            r.next_occurrence AS "nextOccurrence", r.version
          FROM ${table} WHERE r.id = ${id} AND ${inSight(principal)} FOR UPDATE`,
      { within },
    );
    if (!row) throw notFound();
    return row;
  }

  /** The new recurring task's id. */
  async insert(within: EntityManager, recurringTask: CreateRecurringTaskRequest): Promise<string> {
    const { id } = await within.save(RecurringTask, within.create(RecurringTask, recurringTask));
    return id;
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

function filtersOf({ active, q }: ListRecurringTasksQuery): Sql[] {
  const filters: Sql[] = [];
  if (active !== undefined) filters.push(active ? sql`r.active` : sql`NOT r.active`);
  if (q !== undefined) {
    const pattern = containing(q);
    const placed = sql`r.location_id IN (SELECT id FROM core.locations WHERE name ILIKE ${pattern})`;
    filters.push(sql`(r.title ILIKE ${pattern} OR ${placed})`);
  }
  return filters;
}

const toRecurringTaskResponse = ({ locationName, ...row }: RecurringTaskRow): RecurringTaskResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
