import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssignmentsModule } from '../assignments/assignments.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import { CommentsController } from './comments.controller.ts';
import { CommentsRepository } from './comments.repository.ts';
import { CommentsService } from './comments.service.ts';
import { TicketComment } from './ticket-comment.entity.ts';

@Module({
  imports: [TypeOrmModule.forFeature([TicketComment]), AssignmentsModule, WatchersModule],
  controllers: [CommentsController],
  providers: [CommentsService, CommentsRepository],
  exports: [CommentsRepository],
})
export class CommentsModule {}
