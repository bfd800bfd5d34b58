import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import { requireLimits } from '../fields/long-text.ts';
import { Location } from '../locations/location.entity.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { RecurringTask } from './recurring-task.entity.ts';
import { type AnchorChanges, RecurringTasksRepository } from './recurring-tasks.repository.ts';
import {
  type CreateRecurringTaskRequest,
  type RecurringTaskResponse,
  recurringTaskResponse,
  type UpdateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';
import { SchedulesRepository } from './schedules.repository.ts';

/** Business rules of recurring tasks (specification, sections 3 and 4). */
@Injectable()
export class RecurringTasksService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly recurringTasks: RecurringTasksRepository,
    private readonly schedules: SchedulesRepository,
  ) {}

  /** @throws Problem 400 when the location or the assignee is unknown or not visible */
  create(
    principal: Principal,
    request: CreateRecurringTaskRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.database.once(
      principal,
      idempotentRequest,
      versioned(recurringTaskResponse),
      async (transaction) => {
        await this.visibility.requireReferences(transaction, principal, request);
        const id = await this.recurringTasks.insert(transaction, request);
        return this.recurringTasks.get(principal, id, transaction);
      },
    );
  }

  /**
   * A paused task (`active` false) creates no tasks; occurrences missed meanwhile are skipped when it is resumed. At another
   * location the next occurrence has the same date and time of day there, unless another one is given.
   * @throws Problem 404, 412, or 400 when the new location or assignee is unknown or not visible
   */
  update(
    principal: Principal,
    id: string,
    changes: UpdateRecurringTaskRequest,
    precondition: Precondition,
  ): Promise<Versioned<RecurringTaskResponse>> {
    return this.database.transaction(async (transaction) => {
      const task = await this.recurringTasks.lock(transaction, principal, id);
      precondition(task.version);
      requireLimits(task, changes, longFieldsOf(recurringTaskResponse));
      await this.visibility.requireReferences(transaction, principal, changes, task);
      if (Object.keys(changes).length > 0) {
        await this.recurringTasks.update(transaction, id, { ...changes, ...anchorsAfter(task, changes) });
      }
      if (changes.locationId !== undefined && changes.nextOccurrence === undefined) {
        const zoneOf = async (location: string): Promise<string> =>
          (await transaction.findOneByOrFail(Location, { id: location })).timezone;
        await this.schedules.rezone(
          transaction,
          { id },
          await zoneOf(task.locationId),
          await zoneOf(changes.locationId),
        );
      }
      if (changes.active === true && !task.active && changes.nextOccurrence === undefined) {
        await this.schedules.skipMissed(transaction, { id });
      }
      return this.recurringTasks.get(principal, id, transaction);
    });
  }

  /** The tasks it created remain. @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const { version } = await this.recurringTasks.lock(transaction, principal, id);
      precondition(version);
      await this.recurringTasks.delete(transaction, id);
    });
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
