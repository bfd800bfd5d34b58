import { Module } from '@nestjs/common';
import { ProofModule } from '../proof/proof.module.ts';
import { WatchersModule } from '../watchers/watchers.module.ts';
import { CommentsController } from './comments.controller.ts';
import { CommentsRepository } from './comments.repository.ts';
import { CommentsService } from './comments.service.ts';

@Module({
  imports: [ProofModule, WatchersModule],
  controllers: [CommentsController],
  providers: [CommentsService, CommentsRepository],
  exports: [CommentsRepository],
})
export class CommentsModule {}
