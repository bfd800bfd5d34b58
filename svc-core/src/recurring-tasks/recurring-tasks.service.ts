import type { Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Sight } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import type { Page } from '../lists/page.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import type {
  CreateRecurringTaskRequest,
  ListRecurringTasksQuery,
  RecurringTaskResponse,
} from './recurring-tasks.schemas.ts';

/** The rules of recurring tasks, in order (specification, sections 3 and 4). */
@Injectable()
export class RecurringTasksService {
  constructor(
    private readonly database: Database,
    private readonly sight: Sight,
    private readonly recurringTasks: RecurringTasksRepository,
  ) {}

  list(principal: Principal, query: ListRecurringTasksQuery): Promise<Page<RecurringTaskResponse>> {
    return this.recurringTasks.list(principal, query);
  }

  /** @throws Problem 400 when the location or the assignee is absent or out of sight */
  create(principal: Principal, request: CreateRecurringTaskRequest): Promise<RecurringTaskResponse> {
    return this.database.transaction(async (transaction) => {
      await this.sight.requireLocation(transaction, principal, request.locationId);
      if (request.assignedTo !== null) {
        await this.sight.requireAssignee(transaction, principal, request.assignedTo);
      }
      const id = await this.recurringTasks.insert(transaction, request);
      return this.recurringTasks.get(principal, id, transaction);
    });
  }
}
