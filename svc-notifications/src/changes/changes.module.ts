import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.ts';
import { ChangeCursors } from './change-cursors.ts';
import { ChangesController } from './changes.controller.ts';
import { ChangesService } from './changes.service.ts';

/** `GET /api/changes`. */
@Module({
  imports: [EventsModule],
  controllers: [ChangesController],
  providers: [ChangesService, ChangeCursors],
})
export class ChangesModule {}
