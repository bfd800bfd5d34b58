import { Injectable } from '@nestjs/common';
import { vendorAfter } from '../../vendors/served-vendor.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

/** The vendor of a ticket serves its location, which another location may change. */
@Injectable()
export class VendorRule implements TicketRule {
  /** @throws Problem 400 on `vendorId` */
  async decide({ within, before, asked, after, read }: TicketChange): Promise<void> {
    // The limit, too, is that of the vendor.
    const isConcerned = [asked.locationId, asked.vendorId, asked.spendingLimit].some(
      (field) => field !== undefined,
    );
    if (!isConcerned) return;
    read.vendor = await vendorAfter(within, before, asked);
    after.vendorId = read.vendor?.id ?? null;
  }
}
