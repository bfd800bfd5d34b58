import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.ts';
import { CompanionController } from './companion.controller.ts';
import { CompanionService } from './companion.service.ts';
import { GrantingGuard } from './granting.guard.ts';
import { TemporaryCredentials } from './temporary-credentials.ts';

/** The upload widget's operations. */
@Module({
  imports: [AttachmentsModule],
  controllers: [CompanionController],
  providers: [CompanionService, GrantingGuard, TemporaryCredentials],
})
export class CompanionModule {}
