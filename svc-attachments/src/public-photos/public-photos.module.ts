import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsModule } from '../attachments/attachments.module.ts';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module.ts';
import { PublicPhoto } from './public-photo.entity.ts';
import { LinkedJobs } from './linked-jobs.ts';
import { ReportPhotosController } from './report-photos.controller.ts';
import { PublicPhotosService } from './public-photos.service.ts';
import { TrackedReports } from './tracked-reports.ts';
import { VendorPhotosController } from './vendor-photos.controller.ts';

/** The photos of people without an account: of their reports, and of the work of vendors. */
@Module({
  imports: [TypeOrmModule.forFeature([PublicPhoto]), AttachmentsModule, SweeperModule, ThumbnailsModule],
  controllers: [ReportPhotosController, VendorPhotosController],
  providers: [PublicPhotosService, LinkedJobs, TrackedReports],
  exports: [LinkedJobs, TrackedReports],
})
export class PublicPhotosModule {}
