import { Module } from '@nestjs/common';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { ApprovalsService } from './approvals.service.ts';
import { CostsController } from './costs.controller.ts';
import { CostsRepository } from './costs.repository.ts';
import { CostsService } from './costs.service.ts';

@Module({
  imports: [AssignmentsModule, DeadlinesModule, TicketsModule],
  controllers: [CostsController],
  providers: [CostsService, ApprovalsService, CostsRepository],
})
export class CostsModule {}
