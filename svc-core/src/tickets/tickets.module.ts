import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import { Ticket } from './ticket.entity.ts';
import { TicketsController } from './tickets.controller.ts';
import { TicketsRepository } from './tickets.repository.ts';
import { TicketsService } from './tickets.service.ts';
import { TitleSample } from './title-sample.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Ticket]), AssignmentsModule, WatchersModule],
  controllers: [TicketsController],
  providers: [TicketsService, TicketsRepository, TitleSample],
  exports: [TicketsRepository],
})
export class TicketsModule {}
