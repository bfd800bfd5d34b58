import {
  badRequest,
  brokenConstraint,
  conflict,
  type IdempotentRequest,
  incomplete,
  notFound,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireChecklist } from '../checklists/require-checklist.ts';
import { Database } from '../database/database.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { requireEquipment } from '../equipment/require-equipment.ts';
import { Task } from '../tasks/task.entity.ts';
import { TasksRepository } from '../tasks/tasks.repository.ts';
import type { UpdateTaskRequest } from '../tasks/tasks.schemas.ts';
import { type ChecklistEvent, TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { ChecklistRun } from './checklist-run.entity.ts';
import { ChecklistRunsRepository } from './checklist-runs.repository.ts';
import {
  type AnswerRequest,
  type RunDetail,
  runDetail,
  type StartOnTicketRequest,
  type StartRunRequest,
} from './checklist-runs.schemas.ts';
import { FollowUps } from './follow-ups.ts';
import { lacking, resultOf } from './step-rules.ts';

/** How checklists are worked through. */
@Injectable()
export class ChecklistRunsService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly runs: ChecklistRunsRepository,
    private readonly tickets: TicketsRepository,
    private readonly tasks: TasksRepository,
    private readonly events: TicketEvents,
    private readonly followUps: FollowUps,
  ) {}

  /** @throws Problem 400 for a checklist that is not active, 404, 409 for a solved ticket, or one with an open run */
  startOnTicket(
    principal: Principal,
    ticketId: string,
    { checklistId }: StartOnTicketRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<RunDetail>> {
    return this.database
      .once(principal, idempotentRequest, versioned(runDetail), async (transaction) => {
        const ticket = await this.tickets.lock(transaction, principal, ticketId);
        if (ticket.status === 'solved')
          throw conflict('ticket_solved', 'This ticket is completed. Reopen it first.');
        const { locationId, equipmentId } = ticket;
        const run = await this.insert(transaction, principal, {
          checklistId,
          locationId,
          equipmentId,
          ticketId,
        });
        await this.addEvent(transaction, principal, run, 'checklist_started');
        return this.runs.get(principal, run.id, transaction);
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error)?.constraint !== 'uq_checklist_runs_open') throw error;
        throw conflict('checklist_open', 'A checklist of this ticket is open. Finish it first.');
      });
  }

  /** @throws Problem 400 for a checklist that is not active, a location that is not visible, equipment of another one */
  startWalk(
    principal: Principal,
    request: StartRunRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<RunDetail>> {
    return this.database.once(principal, idempotentRequest, versioned(runDetail), async (transaction) => {
      const { locationId, equipmentId } = request;
      await this.visibility.requireLocation(transaction, principal, locationId);
      if (equipmentId !== null) await requireEquipment(transaction, locationId, equipmentId);
      const { id } = await this.insert(transaction, principal, { ...request, ticketId: null });
      return this.runs.get(principal, id, transaction);
    });
  }

  /**
   * Answers a step; the last answer counts.
   * @throws Problem 400 for a value of another kind, and `na` without a note, 404, 409 when the run is done
   */
  answer(
    principal: Principal,
    id: string,
    stepId: string,
    { value, note }: AnswerRequest,
  ): Promise<Versioned<RunDetail>> {
    return this.database.transaction(async (transaction) => {
      const run = await this.runs.lock(transaction, principal, id);
      const step = run.steps.find((some) => some.id === stepId);
      if (!step) throw notFound();
      requireOpen(run);
      const result = resultOf(step, value);
      if (result === undefined) throw badRequest({ value: [EXPECTED[step.kind]] });
      if (result === 'na' && note === null) throw badRequest({ note: ['Say why it is not applicable.'] });
      await this.runs.addAnswer(transaction, principal, id, { stepId, value, note, result });
      await this.addEvent(transaction, principal, run, 'checklist_answered', {
        step: step.text,
        value,
        result,
        note,
      });
      return this.runs.get(principal, id, transaction);
    });
  }

  /**
   * Completes a run: what failed becomes tickets, once, and a task is completed with it.
   * @throws Problem 404, 409 when it is done, and with the texts of steps that lack an answer or a photo
   */
  complete(
    principal: Principal,
    id: string,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<RunDetail>> {
    return this.database.once(principal, idempotentRequest, versioned(runDetail), async (transaction) => {
      const run = await this.runs.lock(transaction, principal, id);
      requireOpen(run);
      await this.finish(transaction, principal, run);
      if (run.taskId !== null) {
        const { completed } = await transaction.findOneByOrFail(Task, { id: run.taskId });
        if (!completed) await this.tasks.update(transaction, run.taskId, { completed: true }, true);
      }
      return this.runs.get(principal, id, transaction);
    });
  }

  /**
   * The run of a task follows it: completing the task completes it, too.
   * @throws Problem 409 as {@link complete}
   */
  async followTask(
    within: EntityManager,
    principal: Principal,
    task: Task,
    { completed, locationId }: UpdateTaskRequest,
  ): Promise<void> {
    if (locationId !== undefined && locationId !== task.locationId)
      await within.update(ChecklistRun, { taskId: task.id }, { locationId });
    if (completed !== true || task.completed) return;
    const run = await within.findOne(ChecklistRun, {
      where: { taskId: task.id, state: 'open' },
      lock: { mode: 'for_no_key_update' },
    });
    if (run) await this.finish(within, principal, run);
  }

  private async finish(within: EntityManager, principal: Principal, run: ChecklistRun): Promise<void> {
    const answers = await this.runs.answersOf(within, run.id);
    const missing = lacking(run.steps, answers);
    if (missing.length > 0) {
      const steps = missing.length === 1 ? 'A step lacks' : `${missing.length} steps lack`;
      throw incomplete('steps_open', `${steps} an answer or a photo.`, missing);
    }
    const failed = run.steps.flatMap((step) => {
      const answer = answers.find(({ stepId, result }) => stepId === step.id && result === 'fail');
      return answer ? [{ step, answer }] : [];
    });
    const wanted = failed.filter(({ step }) => step.onFail === 'ticket');
    const followUps = await this.followUps.add(within, principal, run, wanted);
    await within.update(ChecklistRun, run.id, {
      state: 'done',
      failed: failed.length,
      followUps,
      completedAt: () => 'now()',
      completedBy: principal.userId,
    });
    await this.addEvent(within, principal, run, 'checklist_completed');
  }

  private async insert(
    within: EntityManager,
    { userId }: Principal,
    place: Pick<ChecklistRun, 'checklistId' | 'locationId' | 'equipmentId' | 'ticketId'>,
  ): Promise<ChecklistRun> {
    const { name, steps } = await requireChecklist(within, place.checklistId);
    const id = await insertEntity(within, ChecklistRun, { ...place, name, steps, createdBy: userId });
    return within.findOneByOrFail(ChecklistRun, { id });
  }

  /** The history of a ticket shows it; that of a walk is the run's own. */
  private async addEvent(
    within: EntityManager,
    { userId: actorId }: Principal,
    { id: runId, name, ticketId, locationId }: ChecklistRun,
    kind: ChecklistEvent,
    answer: object = {},
  ): Promise<void> {
    if (ticketId === null) return;
    const checklist = { runId, name, ...answer };
    await this.events.add(within, [{ ticketId, locationId, kind, actorId, checklist }]);
  }
}

const EXPECTED = {
  pass_fail: 'Must be pass, fail or na.',
  number: 'Must be a number or na.',
  check: 'Must be true or na.',
};

function requireOpen({ state }: ChecklistRun): void {
  if (state === 'done') throw conflict('checklist_finished', 'This checklist is finished already.');
}
