import {
  badRequest,
  brokenConstraint,
  conflict,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Database } from '../database/database.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { Checklist } from './checklist.entity.ts';
import { ChecklistsRepository } from './checklists.repository.ts';
import {
  type ChecklistResponse,
  checklistResponse,
  type ChecklistStep,
  type CreateChecklistRequest,
  type StepRequest,
  type UpdateChecklistRequest,
} from './checklists.schemas.ts';

/** Business rules of checklists. Only administrators change them: see the controller. A change changes no run. */
@Injectable()
export class ChecklistsService {
  constructor(
    private readonly database: Database,
    private readonly checklists: ChecklistsRepository,
  ) {}

  /** @throws Problem 400 for a step with an id, 409 when the name is taken */
  create(
    principal: Principal,
    { steps, ...request }: CreateChecklistRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ChecklistResponse>> {
    return this.database
      .once(principal, idempotentRequest, versioned(checklistResponse), async (transaction) => {
        const checklist = { ...request, steps: stepsAfter([], steps) };
        return this.checklists.get(
          principal,
          await insertEntity(transaction, Checklist, checklist),
          transaction,
        );
      })
      .catch(explain);
  }

  /** @throws Problem 400 for the id of another step, 404, 409 when the name is taken, 412 */
  update(
    principal: Principal,
    id: string,
    { steps, ...changes }: UpdateChecklistRequest,
    precondition: Precondition,
  ): Promise<Versioned<ChecklistResponse>> {
    return this.database
      .transaction(async (transaction) => {
        const before = await this.checklists.lock(transaction, id);
        precondition(before.version);
        const after = { ...changes, ...(steps && { steps: stepsAfter(before.steps, steps) }) };
        if (Object.keys(after).length > 0) await transaction.update(Checklist, id, after);
        return this.checklists.get(principal, id, transaction);
      })
      .catch(explain);
  }

  /** @throws Problem 404, 409 when a run or a recurring task names it, 412 */
  delete(_principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database
      .transaction(async (transaction) => {
        const { version } = await this.checklists.lock(transaction, id);
        precondition(version);
        await transaction.delete(Checklist, id);
      })
      .catch(explain);
  }
}

/**
 * The steps of a checklist after a change. A step keeps its identity by its id, a new one gets one.
 * @throws Problem 400 on an id that is none of the steps before, or stands twice
 */
function stepsAfter(before: readonly ChecklistStep[], steps: readonly StepRequest[]): ChecklistStep[] {
  const known = new Set(before.map(({ id }) => id));
  return steps.map(({ id, unit = null, ...step }, at) => {
    // Each once.
    if (id !== undefined && !known.delete(id))
      throw badRequest({ [`steps.${at}.id`]: ['This checklist has no such step, or has it twice.'] });
    return { ...step, unit, id: id ?? randomUUID() };
  });
}

function explain(error: unknown): never {
  const constraint = brokenConstraint(error)?.constraint;
  if (constraint === 'uq_checklists_name_key') {
    const sentence = 'Another checklist already has this name.';
    throw conflict('name_taken', sentence, { name: [sentence] });
  }
  if (constraint?.endsWith('_checklist_id'))
    throw conflict('in_use', 'A run or a recurring task uses this checklist. Deactivate it instead.');
  throw error;
}
