import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { SimilarTicketsController } from './similar-tickets.controller.ts';
import { SimilarTicketsRepository } from './similar-tickets.repository.ts';

@Module({
  imports: [TicketsModule],
  controllers: [SimilarTicketsController],
  providers: [SimilarTicketsRepository],
})
export class SimilarTicketsModule {}
