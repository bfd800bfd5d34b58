import { Module } from '@nestjs/common';
import { TicketsModule } from '../tickets/tickets.module.ts';
import { PausesController } from './pauses.controller.ts';
import { PausesService } from './pauses.service.ts';

@Module({ imports: [TicketsModule], controllers: [PausesController], providers: [PausesService] })
export class PausesModule {}
