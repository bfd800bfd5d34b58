import { Injectable } from '@nestjs/common';
import { VendorJobEndings } from '../../vendor-jobs/vendor-job-endings.ts';
import { completionIn, type TicketChange, type TicketRule } from '../ticket-change.ts';

/** The work of a vendor ends with the ticket, and with the vendor: what they then see and get is never out of date. */
@Injectable()
export class VendorJobsRule implements TicketRule {
  constructor(private readonly jobs: VendorJobEndings) {}

  async done(change: TicketChange): Promise<void> {
    const { within, by, before, after } = change;
    const { vendorId = before.vendorId } = after;
    const actor = { actorId: by.userId };
    if (vendorId !== before.vendorId) await this.jobs.leaveTicket(within, before.id, actor);
    else if (completionIn(change) === 'set') await this.jobs.solve(within, before.id, actor);
  }
}
