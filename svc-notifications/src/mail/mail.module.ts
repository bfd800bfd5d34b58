import { CONFIG } from '@mainstay/service-kit';
import { Module } from '@nestjs/common';
import type { Config } from '../config.ts';
import { DeliveriesModule } from '../deliveries/deliveries.module.ts';
import { SettingsModule } from '../settings/settings.module.ts';
import { ContentsRepository } from './contents.repository.ts';
import { EndingTokens } from './ending-tokens.ts';
import { MailLimits } from './mail-limits.ts';
import { MailMetrics } from './mail-metrics.ts';
import { createMailer, MAILER } from './mailer.ts';
import { ScheduleMail } from './schedule-mail.ts';
import { SendMail } from './send-mail.ts';
import { TestMailController } from './test-mail.controller.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';
import { UnsubscribeController } from './unsubscribe.controller.ts';

@Module({
  imports: [DeliveriesModule, SettingsModule],
  controllers: [TestMailController, UnsubscribeController],
  providers: [
    { provide: MAILER, inject: [CONFIG], useFactory: (config: Config) => createMailer(config) },
    ContentsRepository,
    EndingTokens,
    MailLimits,
    MailMetrics,
    ScheduleMail,
    SendMail,
    UnsubscribeTokens,
  ],
  exports: [MAILER, ScheduleMail],
})
export class MailModule {}
