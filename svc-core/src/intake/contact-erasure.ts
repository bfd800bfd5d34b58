import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '../database/database.ts';
import { TrackingRepository } from './tracking.repository.ts';

const EVERY_MS = 10_000;
/** Reports per transaction: few, so that locks are short, a crash rolls back little, and the change feed goes on. */
export const BATCH_SIZE = 200;

/**
 * Erases who sent a report, and how to reach them, once it cannot be tracked any more: for good, whatever becomes of
 * the ticket. Every replica does so in batches, each a transaction.
 */
@Injectable()
export class ContactErasure extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly tracking: TrackingRepository,
  ) {
    super();
  }

  @Interval('erase contacts of reports', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'Contacts of reports could not be erased; retrying in the next round');
  }

  /** Runs batches until none is left that another replica is not working on. */
  async runAll(): Promise<void> {
    let erased: number;
    do {
      erased = await this.database.transaction((within) => this.tracking.erase(within, BATCH_SIZE));
    } while (erased === BATCH_SIZE && !this.isStopping);
  }
}
