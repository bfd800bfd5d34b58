import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../database/database.ts';
import { DeadlineRequests } from '../deadline-requests/deadline-requests.repository.ts';
import { Followers } from '../entities/followers.ts';
import { DeadlinesRepository } from './deadlines.repository.ts';
import { Deadlines } from './deadlines.service.ts';

const EVERY_MS = 2000;
/** Tickets per transaction: it takes less than a second even if each has a calendar of its own with few open hours. */
const BATCH_SIZE = 25;
/** Pause between two batches, for other requests. */
const PAUSE_MS = 5;

/**
 * Notifies once of tickets that are at risk, overdue and escalated, and computes deadlines again whose target or hours
 * changed. Runs in every replica; rows that one has locked are skipped by the others.
 */
@Injectable()
export class DeadlineClock extends BackgroundWork {
  /** Of tickets whose time has come, by their ids, before their deadlines are computed. */
  readonly reached = new Followers<[ticketIds: readonly string[]]>();

  constructor(
    private readonly database: Database,
    private readonly rows: DeadlinesRepository,
    private readonly requests: DeadlineRequests,
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

  /**
   * One batch of each kind of work.
   * @returns whether there may be more
   */
  private async goOn(): Promise<boolean> {
    const reached = await this.database.transaction(async (transaction) => {
      const ids = await this.rows.claimNext(transaction, BATCH_SIZE);
      if (ids.length > 0) {
        await this.reached.run(transaction, ids);
        await this.deadlines.refresh(transaction, ids);
      }
      return ids;
    });
    const requested = await this.database.transaction(async (transaction) => {
      const ids = await this.requests.claim(transaction, BATCH_SIZE);
      if (ids !== undefined && ids.length > 0) await this.deadlines.refresh(transaction, ids);
      return ids;
    });
    return reached.length === BATCH_SIZE || requested !== undefined;
  }
}
