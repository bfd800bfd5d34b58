import { Injectable } from '@nestjs/common';
import { Deadlines } from '../../deadlines/deadlines.service.ts';
import { optionalMoment } from '../../fields/instant.ts';
import { now } from '../../ticket-rows/tickets.repository.ts';
import type { AskedOfTicket, TicketChange, TicketRule } from '../ticket-change.ts';

/** A change of one of these moves deadlines. */
const causes: readonly (keyof AskedOfTicket)[] = ['status', 'priority', 'locationId', 'dueAt', 'pause'];

/** Deadlines are stored, so that lists find what is late: they are computed again as soon as their facts change. */
@Injectable()
export class DeadlinesRule implements TicketRule {
  constructor(private readonly deadlines: Deadlines) {}

  decide({ asked: { dueAt }, after }: Pick<TicketChange, 'asked' | 'after'>): void {
    if (dueAt === undefined) return;
    after.setDueAt = optionalMoment(dueAt);
    after.dueSetAt = now;
  }

  async done({ within, before, asked, deadlinesOf }: TicketChange): Promise<void> {
    if (!causes.some((field) => field in asked)) return;
    if (deadlinesOf) deadlinesOf.push(before.id);
    else await this.deadlines.refresh(within, [before.id]);
  }
}
