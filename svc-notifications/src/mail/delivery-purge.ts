import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DeliveriesRepository } from './deliveries.repository.ts';

const EVERY_MS = 60 * 60 * 1000;
/** What became of a mail is kept for so many days. */
const KEPT_DAYS = 30;
/** Rows deleted by one statement, to stay within the statement timeout. */
const AT_ONCE = 1000;

/** Deletes deliveries that ended long ago, hourly, in every replica. */
@Injectable()
export class DeliveryPurge extends BackgroundWork {
  constructor(private readonly deliveries: DeliveriesRepository) {
    super();
  }

  @Interval('purge deliveries', EVERY_MS)
  run(): void {
    this.start(() => this.purge(), 'Old deliveries could not be deleted; retrying in an hour');
  }

  async purge(): Promise<void> {
    let purged: number;
    do purged = await this.deliveries.purge(KEPT_DAYS, AT_ONCE);
    while (purged === AT_ONCE && !this.isStopping);
  }
}
