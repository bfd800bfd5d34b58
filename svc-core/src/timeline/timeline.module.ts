import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { TimelineController } from './timeline.controller.ts';
import { TimelineRepository } from './timeline.repository.ts';
import { TimelineService } from './timeline.service.ts';

@Module({
  imports: [CommentsModule, TicketEventsModule],
  controllers: [TimelineController],
  providers: [TimelineService, TimelineRepository],
})
export class TimelineModule {}
