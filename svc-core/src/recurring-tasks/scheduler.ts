import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repetition } from '../background/repetition.ts';
import { Database } from '../database/database.ts';
import { advance } from './next-occurrence.ts';
import { SchedulesRepository } from './schedules.repository.ts';

const EVERY_MS = 2000;
/** Recurring tasks of one transaction: few, so that a replica that dies gives little back. */
const BATCH_SIZE = 50;

/**
 * Makes a maintenance task of every occurrence that comes. All replicas look for what is due; each claims some of it and,
 * in one transaction, creates the tasks and moves the schedules on. A replica that dies in the middle has done nothing.
 * After a long stop only the latest missed occurrence becomes a task.
 */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Scheduler.name);
  private readonly repetition = new Repetition(
    EVERY_MS,
    () => this.run(),
    (error) => this.logger.warn({ err: error }, 'Due tasks wait for the next round'),
  );

  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.repetition.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.repetition.stop();
  }

  private async run(): Promise<void> {
    let claimed: number;
    do claimed = await this.runBatch();
    while (claimed === BATCH_SIZE && !this.repetition.isStopping);
  }

  /** How many were due and free. */
  private runBatch(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const due = await this.schedules.claimDue(transaction, BATCH_SIZE);
      if (due.length > 0) {
        const advances = due.map(({ id, now, ...schedule }) => ({ id, ...advance(schedule, now) }));
        await this.schedules.createTasks(transaction, advances);
        await this.schedules.moveOn(transaction, advances);
      }
      return due.length;
    });
  }
}
