import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { VisibilityModule } from '../visibility/visibility.module.ts';
import { BulkChangesController } from './bulk-changes.controller.ts';
import { BulkChangesPurge } from './bulk-changes-purge.ts';
import { BulkChangesRepository } from './bulk-changes.repository.ts';
import { BulkChangesService } from './bulk-changes.service.ts';

@Module({
  imports: [DeadlinesModule, TicketRowsModule, TicketsModule, VisibilityModule],
  controllers: [BulkChangesController],
  providers: [BulkChangesService, BulkChangesRepository, BulkChangesPurge],
})
export class BulkChangesModule {}
