import { Module } from '@nestjs/common';
import { CommentsModule } from '../comments/comments.module.ts';
import { TimelineController } from './timeline.controller.ts';
import { TimelineRepository } from './timeline.repository.ts';
import { TimelineService } from './timeline.service.ts';

@Module({
  imports: [CommentsModule],
  controllers: [TimelineController],
  providers: [TimelineService, TimelineRepository],
})
export class TimelineModule {}
