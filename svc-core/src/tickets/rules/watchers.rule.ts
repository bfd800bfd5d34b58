import { Injectable } from '@nestjs/common';
import { WatchersRepository } from '../../watchers/watchers.repository.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

/** Whoever is given a ticket hears of it from then on. */
@Injectable()
export class WatchersRule implements TicketRule {
  constructor(private readonly watchers: WatchersRepository) {}

  async done({ within, before, after: { assignedTo } }: TicketChange): Promise<void> {
    if (typeof assignedTo === 'string' && assignedTo !== before.assignedTo)
      await this.watchers.add(within, before.id, new Map([[assignedTo, 'assigned']]));
  }
}
