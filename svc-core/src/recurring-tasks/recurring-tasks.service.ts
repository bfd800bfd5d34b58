import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireChecklist } from '../checklists/require-checklist.ts';
import { Database } from '../database/database.ts';
import { entityRules } from '../entity-rules/entity-rules.ts';
import { Location } from '../locations/location.entity.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { RecurringTask } from './recurring-task.entity.ts';
import { type AnchorChanges, RecurringTasksRepository } from './recurring-tasks.repository.ts';
import {
  type CreateRecurringTaskRequest,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';
import { SchedulesRepository } from './schedules.repository.ts';

/** Business rules of recurring tasks (specification, sections 3 and 4). The tasks of a deleted one stay. */
@Injectable()
export class RecurringTasksService {
  readonly create;
  readonly update;
  readonly delete;

  constructor(
    database: Database,
    visibility: VisibilityChecks,
    private readonly rows: RecurringTasksRepository,
    private readonly schedules: SchedulesRepository,
  ) {
    const rules = entityRules(database, visibility, {
      rows,
      response: recurringTaskResponse,
      check: async (
        within,
        _principal,
        { checklistId = null }: CreateRecurringTaskRequest | UpdateRecurringTaskRequest,
        before,
      ) => {
        if (checklistId !== null && checklistId !== before?.checklistId)
          await requireChecklist(within, checklistId);
      },
      change: (within, before, changes: UpdateRecurringTaskRequest) => this.change(within, before, changes),
    });
    this.create = rules.create;
    this.update = rules.update;
    this.delete = rules.delete;
  }

  /**
   * A paused task (`active` false) creates no tasks; occurrences missed meanwhile are skipped when it is resumed. At
   * another location the next occurrence has the same date and time of day there, unless another one is given.
   */
  private async change(
    within: EntityManager,
    task: RecurringTask,
    changes: UpdateRecurringTaskRequest,
  ): Promise<void> {
    const { id } = task;
    await this.rows.update(within, id, { ...changes, ...anchorsAfter(task, changes) });
    if (changes.nextOccurrence !== undefined) return;
    if (changes.locationId !== undefined) {
      const zoneOf = async (location: string): Promise<string> =>
        (await within.findOneByOrFail(Location, { id: location })).timezone;
      const [from, to] = [await zoneOf(task.locationId), await zoneOf(changes.locationId)];
      await this.schedules.rezone(within, { id }, from, to);
    }
    if (changes.active === true && !task.active) await this.schedules.skipMissed(within, { id });
  }
}

/**
 * A new time or frequency starts a new schedule. The time that people choose counts, also on a day that has its task
 * already.
 */
function anchorsAfter(
  task: RecurringTask,
  { nextOccurrence, frequency = task.frequency, locationId = task.locationId }: UpdateRecurringTaskRequest,
): AnchorChanges {
  const isMoved =
    nextOccurrence !== undefined &&
    (locationId !== task.locationId || Date.parse(nextOccurrence) !== task.nextOccurrence.getTime());
  return isMoved || frequency !== task.frequency ? { anchorDay: null, anchorTime: null } : {};
}
