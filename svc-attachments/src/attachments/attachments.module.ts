import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SweeperModule } from '../sweeper/sweeper.module.ts';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module.ts';
import { Attachment } from './attachment.entity.ts';
import { AttachmentsController } from './attachments.controller.ts';
import { AttachmentsRepository } from './attachments.repository.ts';
import { AttachmentsService } from './attachments.service.ts';
import { TicketAttachmentsController } from './ticket-attachments.controller.ts';
import { StorageQuota } from './storage-quota.ts';
import { UploadGrant } from './upload-grant.entity.ts';
import { UploadGrantsService } from './upload-grants.service.ts';

/** Granted uploads, their records and their downloads. */
@Module({
  imports: [TypeOrmModule.forFeature([Attachment, UploadGrant]), SweeperModule, ThumbnailsModule],
  controllers: [TicketAttachmentsController, AttachmentsController],
  providers: [AttachmentsRepository, AttachmentsService, StorageQuota, UploadGrantsService],
  exports: [AttachmentsRepository, StorageQuota, UploadGrantsService],
})
export class AttachmentsModule {}
