import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { Thumbnail } from './thumbnail.entity.ts';
import { ThumbnailMaker } from './thumbnail-maker.ts';
import { ThumbnailQueue } from './thumbnail-queue.ts';

/** Thumbnails of attachments that are pictures. */
@Module({
  imports: [TypeOrmModule.forFeature([Thumbnail]), SweeperModule],
  providers: [ThumbnailQueue, ThumbnailMaker],
  exports: [ThumbnailQueue, ThumbnailMaker],
})
export class ThumbnailsModule {}
