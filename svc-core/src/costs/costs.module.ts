import { Module } from '@nestjs/common';
import { SpendingModule } from '../spending/spending.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { ApprovalsService } from './approvals.service.ts';
import { CostsController } from './costs.controller.ts';
import { CostsRepository } from './costs.repository.ts';
import { CostsService } from './costs.service.ts';

@Module({
  imports: [SpendingModule, TicketEventsModule, TicketRowsModule, TicketsModule],
  controllers: [CostsController],
  providers: [CostsService, ApprovalsService, CostsRepository],
  exports: [CostsService],
})
export class CostsModule {}
