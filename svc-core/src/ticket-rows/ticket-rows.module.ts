import { Module } from '@nestjs/common';
import { TicketsRepository } from './tickets.repository.ts';

@Module({ providers: [TicketsRepository], exports: [TicketsRepository] })
export class TicketRowsModule {}
