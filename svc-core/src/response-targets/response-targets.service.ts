import { badRequest, notFound, type Precondition, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { DeadlineRequests } from '../deadline-requests/deadline-requests.repository.ts';
import { priorities } from '../fields/priorities.ts';
import { ResponseTarget } from './response-target.entity.ts';
import {
  responseTarget,
  type ResponseTarget as Response,
  type UpdateResponseTargetRequest,
} from './response-targets.schemas.ts';

/** How soon tickets should be answered and solved. */
@Injectable()
export class ResponseTargetsService {
  constructor(
    private readonly database: Database,
    private readonly deadlineRequests: DeadlineRequests,
  ) {}

  /** The most urgent first. */
  async list(): Promise<Response[]> {
    const targets = await this.database.entities.find(ResponseTarget);
    const order = (target: ResponseTarget): number => -priorities.indexOf(target.priority);
    return targets.toSorted((a, b) => order(a) - order(b)).map((target) => responseTarget.parse(target));
  }

  /**
   * The deadlines of open tickets are computed again in the background.
   * @throws Problem 404 for another word than a priority, 412, 400
   */
  update(
    priority: string,
    changes: UpdateResponseTargetRequest,
    precondition: Precondition,
  ): Promise<Versioned<Response>> {
    return this.database.transaction(async (transaction) => {
      const known = priorities.find((word) => word === priority);
      const target =
        known &&
        (await transaction.findOne(ResponseTarget, {
          where: { priority: known },
          lock: { mode: 'for_no_key_update' },
        }));
      if (!target) throw notFound();
      precondition(target.version);
      const { active, respondMinutes, resolveMinutes } = target;
      await requireTarget(transaction, { active, respondMinutes, resolveMinutes, ...changes });
      if (Object.keys(changes).length > 0) {
        await transaction.update(ResponseTarget, target.id, changes);
        await this.deadlineRequests.add(transaction, { priority: target.priority });
      }
      const changed = await transaction.findOneByOrFail(ResponseTarget, { id: target.id });
      return { body: responseTarget.parse(changed), version: changed.version };
    });
  }
}

async function requireTarget(
  within: EntityManager,
  {
    active,
    respondMinutes,
    resolveMinutes,
    escalateTo = [],
  }: UpdateResponseTargetRequest & Pick<Response, 'active' | 'respondMinutes' | 'resolveMinutes'>,
): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (active && respondMinutes === null && resolveMinutes === null)
    errors['active'] = ['A target needs a time to respond or to solve.'];
  if (respondMinutes !== null && resolveMinutes !== null && resolveMinutes < respondMinutes)
    errors['resolveMinutes'] = ['Must not be shorter than the time to respond.'];
  const ids = [...new Set(escalateTo)];
  const found =
    ids.length === 0 ? 0 : await within.countBy(User, { id: Any(ids), role: 'admin', active: true });
  if (found < ids.length) errors['escalateTo'] = ['Must be active administrators.'];
  if (Object.keys(errors).length > 0) throw badRequest(errors);
}
