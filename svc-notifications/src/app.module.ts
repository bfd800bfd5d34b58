import { OpenApiDocumentModule, ServiceModule } from '@mainstay/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { User } from './database/published/user.entity.ts';
import { DeliveryItem } from './deliveries/delivery-item.entity.ts';
import { Delivery } from './deliveries/delivery.entity.ts';
import { ChangesModule } from './changes/changes.module.ts';
import { EventsModule } from './events/events.module.ts';
import { FeedPosition } from './inbox/feed-position.entity.ts';
import { InboxItem } from './inbox/inbox-item.entity.ts';
import { InboxModule } from './inbox/inbox.module.ts';
import { MailModule } from './mail/mail.module.ts';
import { Preference } from './settings/preference.entity.ts';
import { Settings } from './settings/settings.entity.ts';
import { SettingsModule } from './settings/settings.module.ts';
import { VendorMailsModule } from './vendor-mails/vendor-mails.module.ts';

/** svc-notifications: what changed, as a stream, in the inbox and by e-mail. */
@Module({})
export class AppModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'svc-notifications',
          schema: 'notifications',
          config,
          entities: [User, InboxItem, FeedPosition, Settings, Preference, Delivery, DeliveryItem],
        }),
        OpenApiDocumentModule.forRoot({
          name: 'notifications',
          file: join(import.meta.dirname, '../openapi.json'),
        }),
        EventsModule,
        ChangesModule,
        InboxModule,
        MailModule,
        SettingsModule,
        VendorMailsModule,
      ],
    };
  }
}
