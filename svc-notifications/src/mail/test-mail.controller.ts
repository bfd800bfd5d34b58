import {
  Authorize,
  conflict,
  CurrentPrincipal,
  type Principal,
  Returns,
  Transactions,
} from '@mainstay/service-kit';
import { Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.ts';
import { MailLimits } from './mail-limits.ts';
import { MAILER, type Mailer } from './mailer.ts';

@ApiTags('Notification settings')
@Controller('api/notification-settings/test')
@Authorize()
export class TestMailController {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly limits: MailLimits,
    private readonly transactions: Transactions,
    @Inject(MAILER) private readonly mailer: Mailer | null,
  ) {}

  @Post()
  @Returns(202, null, {
    operationId: 'sendTestMail',
    summary: 'Sends a test mail to the caller within seconds',
    description: 'Also in quiet hours and while mail is paused. At most five in an hour.',
    problems: [401, 403, 'mail_off', 429],
  })
  async send(@CurrentPrincipal() { userId }: Principal): Promise<void> {
    if (this.mailer === null)
      throw conflict('mail_off', 'E-mail is not set up here. Please ask an administrator.');
    await this.limits.takeTest(userId);
    const delivery = { userId, form: 'test' as const, ticketId: null, sendAt: new Date() };
    await this.transactions.run((transaction) =>
      this.deliveries.add(transaction, [{ ...delivery, key: `test:${randomUUID()}` }]),
    );
  }
}
