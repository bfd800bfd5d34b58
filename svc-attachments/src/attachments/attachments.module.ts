import { Module } from '@nestjs/common';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module.ts';
import { AttachmentsController } from './attachments.controller.ts';
import { AttachmentsRepository } from './attachments.repository.ts';
import { AttachmentsService } from './attachments.service.ts';
import { TicketAttachmentsController } from './ticket-attachments.controller.ts';
import { UploadGrantsService } from './upload-grants.service.ts';

/** Granted uploads, their records and their downloads. */
@Module({
  imports: [SweeperModule, ThumbnailsModule],
  controllers: [TicketAttachmentsController, AttachmentsController],
  providers: [AttachmentsRepository, AttachmentsService, UploadGrantsService],
  exports: [UploadGrantsService],
})
export class AttachmentsModule {}
