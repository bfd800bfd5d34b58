import { OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import { AddressesModule } from './addresses/addresses.module.ts';
import { Attachment } from './attachments/attachment.entity.ts';
import { AttachmentsModule } from './attachments/attachments.module.ts';
import { UploadGrant } from './attachments/upload-grant.entity.ts';
import { CheckPhoto } from './check-photos/check-photo.entity.ts';
import { CheckPhotosModule } from './check-photos/check-photos.module.ts';
import { CompanionModule } from './companion/companion.module.ts';
import type { AttachmentsConfig } from './config.ts';
import { ChecklistRun } from './database/published/checklist-run.entity.ts';
import { IntakeReport } from './database/published/intake-report.entity.ts';
import { TicketComment } from './database/published/ticket-comment.entity.ts';
import { Ticket } from './database/published/ticket.entity.ts';
import { User } from './database/published/user.entity.ts';
import { VendorJob } from './database/published/vendor-job.entity.ts';
import { PublicPhoto } from './public-photos/public-photo.entity.ts';
import { PublicPhotosModule } from './public-photos/public-photos.module.ts';
import { StorageModule } from './storage/storage.module.ts';
import { ObjectRemoval } from './sweeper/object-removal.entity.ts';
import { Thumbnail } from './thumbnails/thumbnail.entity.ts';

/** svc-attachments: files on tickets. */
@Module({})
export class AppModule {
  static forRoot(config: AttachmentsConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'svc-attachments',
          schema: 'attachments',
          config,
          entities: [
            Ticket,
            TicketComment,
            IntakeReport,
            VendorJob,
            ChecklistRun,
            User,
            Attachment,
            UploadGrant,
            PublicPhoto,
            CheckPhoto,
            ObjectRemoval,
            Thumbnail,
          ],
        }),
        OpenApiDocumentModule.forRoot({
          name: 'attachments',
          file: join(import.meta.dirname, '../openapi.json'),
        }),
        StorageModule.forRoot(config),
        ...(config.STORAGE_DRIVER === 'disk' ? [AddressesModule] : []),
        AttachmentsModule,
        CompanionModule,
        PublicPhotosModule,
        CheckPhotosModule,
      ],
    };
  }
}
