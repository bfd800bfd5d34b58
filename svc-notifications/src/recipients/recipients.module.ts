import { Module } from '@nestjs/common';
import { TicketScope } from './scope.ts';

@Module({ providers: [TicketScope], exports: [TicketScope] })
export class RecipientsModule {}
