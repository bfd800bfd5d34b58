import { Module } from '@nestjs/common';
import { TicketRowsModule } from '../ticket-rows/ticket-rows.module.ts';
import { SimilarTicketsController } from './similar-tickets.controller.ts';
import { SimilarTicketsRepository } from './similar-tickets.repository.ts';

@Module({
  imports: [TicketRowsModule],
  controllers: [SimilarTicketsController],
  providers: [SimilarTicketsRepository],
})
export class SimilarTicketsModule {}
