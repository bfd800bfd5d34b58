import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Advance } from './next-occurrence.ts';
import { frequencies } from './recurring-tasks.schemas.ts';

/** The current schedule of a recurring task. */
const dueTask = z.object({
  id: responseId,
  frequency: z.enum(frequencies),
  nextOccurrence: responseInstant,
  anchorDay: z.int().nullable(),
  anchorTime: z.string().nullable(),
  timezone: z.string(),
  /** The database's time in ISO 8601, the same for all replicas. */
  now: responseInstant,
});
export type DueTask = z.infer<typeof dueTask>;

const columns = sql`
  r.id, r.frequency, r.next_occurrence AS "nextOccurrence", r.anchor_day AS "anchorDay",
  r.anchor_time AS "anchorTime", l.timezone, now()`;

/**
 * The schedules of recurring tasks. In SQL, because replicas skip rows locked by others (SKIP LOCKED), and one
 * statement writes a whole batch.
 */
@Injectable()
export class SchedulesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Due recurring tasks that are not locked by another replica, the longest due first. Locks them and their locations
   * until the transaction ends.
   */
  claimDue(within: EntityManager, limit: number): Promise<DueTask[]> {
    return this.database.rows(
      dueTask,
      sql`SELECT ${columns} FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id
          WHERE r.active AND r.next_occurrence <= now() AND l.removed_at IS NULL
          ORDER BY r.next_occurrence LIMIT ${limit}
          FOR UPDATE OF r SKIP LOCKED FOR KEY SHARE OF l SKIP LOCKED`,
      { within, prepare: true },
    );
  }

  /** A due recurring task, null when it is not due. */
  async readDue(within: EntityManager, id: string): Promise<DueTask | null> {
    const [task] = await this.database.rows(
      dueTask,
      sql`SELECT ${columns} FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id
          WHERE r.id = ${id} AND r.next_occurrence <= now()`,
      { within },
    );
    return task ?? null;
  }

  /** Creates a task for each occurrence that has none yet. */
  async createTasks(within: EntityManager, advances: readonly (Advance & { id: string })[]): Promise<void> {
    await this.database.run(
      sql`INSERT INTO core.tasks
            (title, description, location_id, assigned_to, due_date, recurring_task_id, occurrence_at)
          SELECT r.title, r.description, r.location_id, r.assigned_to, a.occurrence, r.id, a.occurrence
          FROM jsonb_to_recordset(${JSON.stringify(advances)}) AS a (id uuid, occurrence timestamptz)
          JOIN core.recurring_tasks r USING (id)
          ON CONFLICT ON CONSTRAINT uq_tasks_recurring_task_id_occurrence_at DO NOTHING`,
      { within, prepare: true },
    );
  }

  async moveOn(within: EntityManager, advances: readonly (Advance & { id: string })[]): Promise<void> {
    await this.database.run(
      sql`UPDATE core.recurring_tasks r
          SET next_occurrence = a."nextOccurrence", anchor_day = a."anchorDay", anchor_time = a."anchorTime"
          FROM jsonb_to_recordset(${JSON.stringify(advances)})
            AS a (id uuid, "nextOccurrence" timestamptz, "anchorDay" smallint, "anchorTime" time)
          WHERE r.id = a.id`,
      { within, prepare: true },
    );
  }

  /**
   * For a location whose time zone changed: later occurrences use the local time of the next occurrence in the new
   * zone.
   */
  async forgetTimes(within: EntityManager, locationId: string): Promise<void> {
    await this.database.run(
      sql`UPDATE core.recurring_tasks SET anchor_time = NULL
          WHERE location_id = ${locationId} AND anchor_time IS NOT NULL`,
      { within },
    );
  }
}
