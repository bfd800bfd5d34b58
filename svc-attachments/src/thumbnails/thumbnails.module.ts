import { Module } from '@nestjs/common';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { ThumbnailMaker } from './thumbnail-maker.ts';
import { ThumbnailQueue } from './thumbnail-queue.ts';

/** Small pictures of the attachments that are pictures. */
@Module({
  imports: [SweeperModule],
  providers: [ThumbnailQueue, ThumbnailMaker],
  exports: [ThumbnailQueue, ThumbnailMaker],
})
export class ThumbnailsModule {}
