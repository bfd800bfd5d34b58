import { Module } from '@nestjs/common';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { ShownChanges } from './shown-changes.ts';
import { ShownChangesRepository } from './shown-changes.repository.ts';

@Module({ imports: [TicketRowsModule], providers: [ShownChanges, ShownChangesRepository] })
export class ShownChangesModule {}
