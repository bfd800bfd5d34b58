import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '../database/database.ts';
import { advance } from './next-occurrence.ts';
import { SchedulesRepository } from './schedules.repository.ts';

const EVERY_MS = 2000;
/** Recurring tasks per transaction: small, so that a crash rolls back little. */
const BATCH_SIZE = 50;

/**
 * Creates a maintenance task for every occurrence whose time has come. Every replica polls for them; each claims some
 * of them and, in one transaction, creates the tasks and moves the schedules on. If a replica crashes, its transaction
 * is rolled back. After a long downtime only the latest missed occurrence becomes a task.
 */
@Injectable()
export class Scheduler extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
  ) {
    super();
  }

  @Interval('create due tasks', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'Due recurring tasks could not be processed; retrying in the next round');
  }

  private async runAll(): Promise<void> {
    let claimed: number;
    do claimed = await this.runBatch();
    while (claimed === BATCH_SIZE && !this.isStopping);
  }

  /** Returns the number of schedules that were ready and not locked by another replica. */
  private runBatch(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const ready = await this.schedules.claimReady(transaction, BATCH_SIZE);
      if (ready.length > 0) {
        const advances = ready.map(({ id, now, ...schedule }) => ({ id, ...advance(schedule, now) }));
        await this.schedules.createTasks(transaction, advances);
        await this.schedules.moveOn(transaction, advances);
      }
      return ready.length;
    });
  }
}
