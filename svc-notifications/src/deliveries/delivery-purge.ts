import { HourlyPurge } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveriesRepository } from './deliveries.repository.ts';

/** Days for which a delivery is kept after it ended. */
const KEPT_DAYS = 30;

/** Deletes deliveries that ended long ago. */
@Injectable()
export class DeliveryPurge extends HourlyPurge {
  constructor(private readonly deliveries: DeliveriesRepository) {
    super();
  }

  protected deleteSome(limit: number): Promise<number> {
    return this.deliveries.purge(KEPT_DAYS, limit);
  }
}
