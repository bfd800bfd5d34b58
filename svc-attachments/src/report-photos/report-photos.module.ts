import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsModule } from '../attachments/attachments.module.ts';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module.ts';
import { ReportPhoto } from './report-photo.entity.ts';
import { ReportPhotosController } from './report-photos.controller.ts';
import { ReportPhotosService } from './report-photos.service.ts';
import { TrackedReports } from './tracked-reports.ts';

/** The photos of reports from people without an account. */
@Module({
  imports: [TypeOrmModule.forFeature([ReportPhoto]), AttachmentsModule, SweeperModule, ThumbnailsModule],
  controllers: [ReportPhotosController],
  providers: [ReportPhotosService, TrackedReports],
  exports: [TrackedReports],
})
export class ReportPhotosModule {}
