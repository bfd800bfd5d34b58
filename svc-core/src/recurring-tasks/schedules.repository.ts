import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { answeredInstant } from '../fields/instant.ts';
import { answeredId } from '../fields/reference.ts';
import type { Advance } from './next-occurrence.ts';
import { frequencies } from './recurring-tasks.schemas.ts';

/** A recurring task's schedule at one moment. */
const dueTask = z.object({
  id: answeredId,
  frequency: z.enum(frequencies),
  nextOccurrence: answeredInstant,
  anchorDay: z.int().nullable(),
  anchorTime: z.string().nullable(),
  timezone: z.string(),
  /** The database's clock, ISO 8601: one for all replicas. */
  now: answeredInstant,
});
export type DueTask = z.infer<typeof dueTask>;

const columns = sql`
  r.id, r.frequency, r.next_occurrence AS "nextOccurrence", r.anchor_day AS "anchorDay",
  r.anchor_time AS "anchorTime", l.timezone, now()`;

/**
 * The schedules of recurring tasks. In SQL: replicas pass over what others hold (SKIP LOCKED), and one statement writes a
 * whole batch.
 */
@Injectable()
export class SchedulesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The recurring tasks that are due and that nobody else is at, the longest due first. They stay this transaction's,
   * and their locations stay, until it ends.
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

  /** One that is due, null when it is not. */
  async readDue(within: EntityManager, id: string): Promise<DueTask | null> {
    const [task] = await this.database.rows(
      dueTask,
      sql`SELECT ${columns} FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id
          WHERE r.id = ${id} AND r.next_occurrence <= now()`,
      { within },
    );
    return task ?? null;
  }

  /** One task for each occurrence that has none yet. */
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

  /** The location's clock is another one: its tasks return at the times that their next occurrences have on it. */
  async forgetTimes(within: EntityManager, locationId: string): Promise<void> {
    await this.database.run(
      sql`UPDATE core.recurring_tasks SET anchor_time = NULL
          WHERE location_id = ${locationId} AND anchor_time IS NOT NULL`,
      { within },
    );
  }
}
