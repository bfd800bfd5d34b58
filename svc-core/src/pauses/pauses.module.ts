import { Module } from '@nestjs/common';
import { DeadlinesModule } from '../deadlines/deadlines.module.ts';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { PausesController } from './pauses.controller.ts';
import { PausesService } from './pauses.service.ts';

@Module({
  imports: [DeadlinesModule, TicketsModule],
  controllers: [PausesController],
  providers: [PausesService],
})
export class PausesModule {}
