import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../database/database.ts';
import { DeadlinesRepository } from './deadlines.repository.ts';
import { Deadlines } from './deadlines.service.ts';

const EVERY_MS = 2000;
/** Tickets per transaction, which takes less than a second also where each is of another store that is hardly ever open. */
const BATCH_SIZE = 25;
/** Pause between two batches, for other requests. */
const PAUSE_MS = 5;

/**
 * Does what time brings: tells once what is at risk, overdue and escalated, ends pauses, and computes deadlines again whose target
 * or hours changed. Every replica does; rows that one has locked are skipped by the others.
 */
@Injectable()
export class DeadlineClock extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly rows: DeadlinesRepository,
    private readonly deadlines: Deadlines,
  ) {
    super();
  }

  @Interval('deadlines', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'Deadlines could not be processed; retrying in the next round');
  }

  private async runAll(): Promise<void> {
    while (!this.isStopping && (await this.goOn())) await sleep(PAUSE_MS);
  }

  /** One batch of each kind of work. @returns whether there may be more */
  private async goOn(): Promise<boolean> {
    const due = await this.database.transaction(async (transaction) => {
      const ids = await this.rows.claimDue(transaction, BATCH_SIZE);
      if (ids.length > 0) {
        await this.deadlines.resume(transaction, ids);
        await this.deadlines.refresh(transaction, ids);
      }
      return ids;
    });
    const requested = await this.database.transaction(async (transaction) => {
      const ids = await this.rows.claimRequested(transaction, BATCH_SIZE);
      if (ids !== undefined && ids.length > 0) await this.deadlines.refresh(transaction, ids);
      return ids;
    });
    return due.length === BATCH_SIZE || requested !== undefined;
  }
}
