import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.ts';
import { SendVendorMail, VendorMailPurge } from './send-vendor-mail.ts';
import { VendorMailsRepository } from './vendor-mails.repository.ts';

/** Mails to vendors, who have no account. */
@Module({
  imports: [MailModule],
  providers: [VendorMailsRepository, SendVendorMail, VendorMailPurge],
  exports: [VendorMailsRepository],
})
export class VendorMailsModule {}
