import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../events/events.module.ts';
import { MailModule } from '../mail/mail.module.ts';
import { SettingsModule } from '../settings/settings.module.ts';
import { VendorMailsModule } from '../vendor-mails/vendor-mails.module.ts';
import { FeedConsumer } from './feed-consumer.ts';
import { FeedPosition } from './feed-position.entity.ts';
import { InboxController } from './inbox.controller.ts';
import { InboxItem } from './inbox-item.entity.ts';
import { InboxMetrics } from './inbox-metrics.ts';
import { InboxRepository } from './inbox.repository.ts';
import { InboxRetention } from './inbox-retention.ts';
import { InboxService } from './inbox.service.ts';

/** Items of the inbox, and how they come from the change feed. */
@Module({
  imports: [
    TypeOrmModule.forFeature([InboxItem, FeedPosition]),
    EventsModule,
    SettingsModule,
    MailModule,
    VendorMailsModule,
  ],
  controllers: [InboxController],
  providers: [InboxRepository, InboxService, InboxMetrics, FeedConsumer, InboxRetention],
})
export class InboxModule {}
