import { Module } from '@nestjs/common';
import { TicketEvents } from './ticket-events.repository.ts';

@Module({ providers: [TicketEvents], exports: [TicketEvents] })
export class TicketEventsModule {}
