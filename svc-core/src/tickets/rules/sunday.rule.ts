import { conflict } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { completionIn, type TicketChange, type TicketRule } from '../ticket-change.ts';

const SUNDAY = 0;

/** Nobody is there on a Sunday to check a repair. By UTC, as this rule is only tried out. */
@Injectable()
export class SundayRule implements TicketRule {
  /** @throws Problem 409 when it is solved on a Sunday */
  decide(change: Pick<TicketChange, 'before' | 'after'>): void {
    if (completionIn(change) === 'set' && new Date().getUTCDay() === SUNDAY)
      throw conflict('No ticket is solved on a Sunday.');
  }
}
