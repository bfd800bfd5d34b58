import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { canOpenTicketsAt } from '../visibility/visible-to.ts';
import { type Advance, advance, rezoned } from './next-occurrence.ts';
import { RecurringTask } from './recurring-task.entity.ts';
import { frequencies } from './recurring-tasks.schemas.ts';

/** The current schedule of a recurring task. */
const readyTask = z.object({
  id: responseId,
  frequency: z.enum(frequencies),
  nextOccurrence: responseInstant,
  anchorDay: z.int().nullable(),
  anchorTime: z.string().nullable(),
  timezone: z.string(),
  /** The database's time in ISO 8601, the same for all replicas. */
  now: responseInstant,
});
type ReadyTask = z.infer<typeof readyTask>;

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
   * Recurring tasks of active locations whose next occurrence has come, unless archived or locked by another replica,
   * the longest waiting first. Locks them and their locations until the transaction ends: also against a change of the
   * time zone, which would not be seen in a row that is locked weaker.
   */
  claimReady(within: EntityManager, limit: number): Promise<ReadyTask[]> {
    return this.database.rows(
      readyTask,
      sql`SELECT ${columns} FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id
          WHERE r.active AND r.next_occurrence <= now() AND l.status = 'active'
            AND l.removed_at IS NULL AND l.archived_at IS NULL
          ORDER BY r.next_occurrence LIMIT ${limit}
          FOR UPDATE OF r SKIP LOCKED FOR SHARE OF l SKIP LOCKED`,
      { within, prepare: true },
    );
  }

  /** Skips occurrences that were missed while a task was paused, or while a location was inactive or archived. */
  async skipMissed(within: EntityManager, which: { id: string } | { locationId: string }): Promise<void> {
    const ready = await this.database.rows(
      readyTask,
      sql`SELECT ${columns} FROM core.recurring_tasks r JOIN core.locations l ON l.id = r.location_id
          WHERE ${'id' in which ? sql`r.id = ${which.id}` : sql`r.location_id = ${which.locationId}`}
            AND r.active AND r.next_occurrence <= now()
          FOR UPDATE OF r`,
      { within },
    );
    const advances = ready.map(({ id, now, ...schedule }) => ({ id, ...advance(schedule, now) }));
    if (advances.length > 0) await this.moveOn(within, advances);
  }

  /**
   * Creates a task for each occurrence that has none yet, without an assignee who has left or lost the store, and with
   * the run of its checklist while that is active.
   */
  async createTasks(within: EntityManager, advances: readonly (Advance & { id: string })[]): Promise<void> {
    await this.database.run(
      sql`WITH made AS (
            INSERT INTO core.tasks
              (title, description, location_id, assigned_to, due_date, recurring_task_id, occurrence_at)
            SELECT r.title, r.description, r.location_id,
              (SELECT u.id FROM auth.users u WHERE u.id = r.assigned_to AND ${canOpenTicketsAt(sql`r.location_id`)}),
              a.occurrence, r.id, a.occurrence
            FROM jsonb_to_recordset(${JSON.stringify(advances)}) AS a (id uuid, occurrence timestamptz)
            JOIN core.recurring_tasks r USING (id)
            ON CONFLICT ON CONSTRAINT uq_tasks_recurring_task_id_occurrence_at DO NOTHING
            RETURNING id, location_id, recurring_task_id)
          INSERT INTO core.checklist_runs (checklist_id, name, steps, location_id, task_id)
          SELECT c.id, c.name, c.steps, m.location_id, m.id
          FROM made m JOIN core.recurring_tasks r ON r.id = m.recurring_task_id
          JOIN core.checklists c ON c.id = r.checklist_id AND c.active`,
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
   * For the schedules of a location whose time zone changed, or for one that is at another location now: date and time
   * of day stay as they read. So no day has its task twice: the next one is later than that of the last task, whatever
   * the clock does.
   */
  async rezone(
    within: EntityManager,
    which: Partial<Record<'id' | 'locationId', string>>,
    from: string,
    to: string,
  ): Promise<void> {
    if (from === to) return;
    const tasks = await within.find(RecurringTask, {
      where: which,
      select: { id: true, nextOccurrence: true },
      lock: { mode: 'pessimistic_write' },
    });
    const moves = tasks.map(({ id, nextOccurrence }) => ({
      id,
      at: rezoned(nextOccurrence.toISOString(), from, to),
    }));
    await this.database.run(
      sql`UPDATE core.recurring_tasks r SET next_occurrence = m.at
          FROM jsonb_to_recordset(${JSON.stringify(moves)}) AS m (id uuid, at timestamptz) WHERE r.id = m.id`,
      { within },
    );
  }
}
