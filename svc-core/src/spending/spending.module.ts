import { Module } from '@nestjs/common';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { ApprovalsService } from './approvals.service.ts';
import { CostsController } from './costs.controller.ts';
import { CostsRepository } from './costs.repository.ts';
import { CostsService } from './costs.service.ts';
import { TicketSpending } from './ticket-spending.ts';

@Module({
  imports: [TicketEventsModule, TicketsModule],
  controllers: [CostsController],
  providers: [TicketSpending, CostsService, ApprovalsService, CostsRepository],
  exports: [TicketSpending],
})
export class SpendingModule {}
