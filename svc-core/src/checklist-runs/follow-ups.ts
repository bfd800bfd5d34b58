import { type Principal, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { z } from 'zod';
import type { ChecklistStep } from '../checklists/checklists.schemas.ts';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { insertEntity } from '../entities/entity-rows.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { TicketsService } from '../tickets/tickets.service.ts';
import { WatchersRepository } from '../watchers/watchers.repository.ts';
import type { ChecklistRun } from './checklist-run.entity.ts';
import type { Answer, FollowUp } from './checklist-runs.schemas.ts';

const ticketRow = z.object({ id: responseId });

/** The tickets of what failed in a run. */
@Injectable()
export class FollowUps {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketsService,
    private readonly watchers: WatchersRepository,
  ) {}

  /**
   * A ticket for each of these steps; one that is still open in this store gets a comment instead. Two runs of a store
   * wait for each other.
   */
  async add(
    within: EntityManager,
    principal: Principal,
    run: ChecklistRun,
    failed: readonly { step: ChecklistStep; answer: Answer }[],
  ): Promise<FollowUp[]> {
    if (failed.length === 0) return [];
    await this.database.run(
      sql`SELECT FROM pg_advisory_xact_lock(hashtextextended('follow_ups ' || ${run.locationId}, 0))`,
      { within },
    );
    const equipmentId = await this.equipmentOf(within, run);
    const followUps: FollowUp[] = [];
    for (const { step, answer } of failed) {
      const open = await this.openOf(within, run.locationId, step.id);
      if (open !== undefined) await this.comment(within, principal, open);
      const ticketId = open ?? (await this.create(within, principal, { run, step, answer, equipmentId }));
      followUps.push({ stepId: step.id, ticketId });
    }
    return followUps;
  }

  private async openOf(
    within: EntityManager,
    locationId: string,
    stepId: string,
  ): Promise<string | undefined> {
    const [ticket] = await this.database.rows(
      ticketRow,
      sql`SELECT id FROM core.tickets
          WHERE follow_up_step_id = ${stepId} AND location_id = ${locationId} AND status <> 'solved'
          ORDER BY id DESC LIMIT 1 FOR KEY SHARE`,
      { within },
    );
    return ticket?.id;
  }

  private async comment(within: EntityManager, { userId }: Principal, ticketId: string): Promise<void> {
    await insertEntity(within, TicketComment, {
      ticketId,
      authorId: userId,
      body: 'Failed again',
      visibility: 'team',
      via: 'checklist',
    });
    await this.watchers.add(within, ticketId, new Map([[userId, 'commented']]));
  }

  private create(
    within: EntityManager,
    principal: Principal,
    {
      run,
      step,
      answer,
      equipmentId,
    }: { run: ChecklistRun; step: ChecklistStep; answer: Answer; equipmentId: string | null },
  ): Promise<string> {
    const unit = step.unit === null ? '' : ` ${step.unit}`;
    const value = typeof answer.value === 'number' ? `${answer.value}${unit}` : 'Failed';
    return this.tickets.createFollowUp(
      within,
      principal,
      {
        title: step.text,
        description: [run.name, value, answer.note].filter((line) => line !== null).join('\n'),
        locationId: run.locationId,
        equipmentId,
        priority: step.priority,
        ticketType: 'repair',
      },
      { runId: run.id, stepId: step.id },
    );
  }

  /** Removed equipment, and what was moved since the run began, is left out. */
  private async equipmentOf(within: EntityManager, { equipmentId, locationId }: ChecklistRun) {
    if (equipmentId === null) return null;
    const found = await within.findOne(Equipment, {
      select: { id: true },
      where: { id: equipmentId, locationId, removedAt: IsNull() },
      lock: { mode: 'for_key_share' },
    });
    return found?.id ?? null;
  }
}
