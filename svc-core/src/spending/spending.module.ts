import { Module } from '@nestjs/common';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TicketSpending } from './ticket-spending.ts';

@Module({ imports: [TicketEventsModule], providers: [TicketSpending], exports: [TicketSpending] })
export class SpendingModule {}
