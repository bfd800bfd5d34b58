import { Module } from '@nestjs/common';
import { CostsModule } from '../costs/costs.module.ts';
import { ProofModule } from '../proof/proof.module.ts';
import { SpendingModule } from '../spending/spending.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { VendorJobsModule } from '../vendor-jobs/vendor-jobs.module.ts';
import { LinkCallsController } from './link-calls.controller.ts';
import { LinkCallsService } from './link-calls.service.ts';
import { LinkGuard } from './link.guard.ts';
import { LinksRepository } from './links.repository.ts';
import { SendingLimits } from './sending-limits.ts';
import { StaffCallsController } from './staff-calls.controller.ts';
import { StaffCallsService } from './staff-calls.service.ts';
import { VendorJobsRepository } from './vendor-jobs.repository.ts';

/** What staff and vendors do with the work of vendors: a way into tickets for each side. */
@Module({
  imports: [CostsModule, ProofModule, SpendingModule, TicketRowsModule, TicketsModule, VendorJobsModule],
  controllers: [StaffCallsController, LinkCallsController],
  providers: [
    StaffCallsService,
    VendorJobsRepository,
    SendingLimits,
    LinkCallsService,
    LinksRepository,
    LinkGuard,
  ],
})
export class VendorCallsModule {}
