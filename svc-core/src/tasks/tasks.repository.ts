import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { seesLocation } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Page } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import type { ListTasksQuery, TaskResponse } from './tasks.schemas.ts';

type TaskRow = Omit<TaskResponse, 'location'> & { locationName: string };

const columns = sql`
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.due_date AS "dueDate",
  t.completed, t.created_at AS "createdAt", t.completed_at AS "completedAt", t.project_id AS "projectId",
  t.recurring_task_id AS "recurringTaskId", l.name AS "locationName"`;

/** The only SQL on tasks. What the principal does not see is not there. */
@Injectable()
export class TasksRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListTasksQuery): Promise<Page<TaskResponse>> {
    return readPage(
      this.database,
      {
        columns,
        table: sql`core.tasks t`,
        joins: sql`JOIN core.locations l ON l.id = t.location_id`,
        conditions: [seesLocation(principal, sql`t.location_id`)],
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
}

const toTaskResponse = ({ locationName, ...row }: TaskRow): TaskResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
