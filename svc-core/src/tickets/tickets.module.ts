import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { ProofModule } from '../proof/proof.module.ts';
import { SpendingModule } from '../spending/spending.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { ListedTickets } from '../ticket-rows/ticket-lists.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketStopsModule } from '../ticket-stops/ticket-stops.module.ts';
import { VendorJobsModule } from '../vendor-jobs/vendor-jobs.module.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import type { TicketRule } from './ticket-change.ts';
import { TICKET_RULES, ticketRules } from './ticket-rules.ts';
import { TicketsController } from './tickets.controller.ts';
import { TicketsService } from './tickets.service.ts';

@Module({
  imports: [
    DeadlinesModule,
    ProofModule,
    SpendingModule,
    TicketEventsModule,
    TicketRowsModule,
    TicketStopsModule,
    VendorJobsModule,
    VisibilityModule,
    WatchersModule,
  ],
  controllers: [TicketsController],
  providers: [
    ListedTickets,
    TicketsService,
    ...ticketRules,
    { provide: TICKET_RULES, useFactory: (...rules: TicketRule[]) => rules, inject: [...ticketRules] },
  ],
  exports: [TicketsService],
})
export class TicketsModule {}
