import { Module } from '@nestjs/common';
import { TicketSpending } from './ticket-spending.ts';

@Module({ providers: [TicketSpending], exports: [TicketSpending] })
export class SpendingModule {}
