import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BackgroundWork } from './background-work.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Rows deleted by one statement, to stay within the statement timeout. */
const ROWS_AT_ONCE = 1000;

/** Deletes old rows every hour, in every replica. */
@Injectable()
export abstract class HourlyPurge extends BackgroundWork {
  /**
   * Deletes at most so many rows, skipping those locked by another replica.
   * @returns their number
   */
  protected abstract deleteSome(limit: number): Promise<number>;

  @Interval(HOUR_MS)
  run(): void {
    this.start(() => this.purge(), 'Old rows could not be deleted; retrying in an hour');
  }

  /** Deletes all old rows. */
  async purge(): Promise<void> {
    let deleted: number;
    do deleted = await this.deleteSome(ROWS_AT_ONCE);
    while (deleted === ROWS_AT_ONCE && !this.isStopping);
  }
}
