import { Module } from '@nestjs/common';
import { TicketStops } from './ticket-stops.ts';

@Module({ providers: [TicketStops], exports: [TicketStops] })
export class TicketStopsModule {}
