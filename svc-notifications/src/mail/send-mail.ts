import { BackgroundWork, CONFIG, Transactions } from '@mainstay/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Config } from '../config.ts';
import { type Claimed, DeliveriesRepository } from '../deliveries/deliveries.repository.ts';
import { startOfDay, waitAfter } from '../deliveries/rhythm.ts';
import { kinds as allKinds } from '../recipients/new-item.ts';
import type { NotificationSettings } from '../settings/notification-settings.ts';
import { SettingsRepository } from '../settings/settings.repository.ts';
import { ContentsRepository, type MailItem, type Person } from './contents.repository.ts';
import { type EndingToken, EndingTokens } from './ending-tokens.ts';
import { mailOf } from './headers.ts';
import { MailMetrics } from './mail-metrics.ts';
import { CONNECTIONS, failureOf, MAILER, type Mailer } from './mailer.ts';
import { ScheduleMail } from './schedule-mail.ts';
import {
  bulkMessage,
  digestMessage,
  type MailContext,
  type Message,
  subjectMessage,
  testMessage,
  tokenMessage,
} from './templates/messages.ts';
import { mentionsOf } from './templates/plain-text.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';
import { whatToSend } from './what-to-send.ts';

const EVERY_MS = 2000;

/** Whom a mail is for, and what it is about: items, or a token that ends soon. */
interface Contents {
  person: Person;
  settings: NotificationSettings;
  items: readonly MailItem[];
  ending: EndingToken | undefined;
}

/**
 * Sends mails that are ready. Each replica claims some for a minute, decides by the current settings, and calls the
 * mail server outside of a transaction. If the process ends between the server's acceptance and the commit, that one
 * mail is sent again, with the same Message-ID.
 */
@Injectable()
export class SendMail extends BackgroundWork implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly contents: ContentsRepository,
    private readonly endingTokens: EndingTokens,
    private readonly settings: SettingsRepository,
    private readonly schedule: ScheduleMail,
    private readonly tokens: UnsubscribeTokens,
    private readonly transactions: Transactions,
    private readonly metrics: MailMetrics,
    @Inject(MAILER) private readonly mailer: Mailer | null,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  onApplicationBootstrap(): void {
    this.logger.log(this.mailer?.description ?? 'Mail is off: neither SMTP_URL nor MAIL_FOLDER is set');
  }

  onApplicationShutdown(): void {
    this.mailer?.close();
  }

  @Interval('send mails', EVERY_MS)
  run(): void {
    const { mailer } = this;
    if (mailer === null) return;
    this.start(() => this.sendReady(mailer), 'Mails could not be handled; retrying in the next round');
  }

  private async sendReady(mailer: Mailer): Promise<void> {
    let found: number;
    do {
      const { claimed, failed } = await this.deliveries.claim(CONNECTIONS);
      this.metrics.count('failed', failed);
      found = claimed.length;
      // Each ends within its lease, also when another one fails.
      const handled = claimed.map((delivery) =>
        this.handle(delivery, mailer).catch((error: unknown) =>
          this.logger.warn({ err: error }, 'A mail could not be handled; retrying when its lease has ended'),
        ),
      );
      await Promise.all(handled);
    } while (found > 0 && !this.isStopping);
  }

  private async handle(delivery: Claimed, mailer: Mailer): Promise<void> {
    const { userId, form, sendAt } = delivery;
    const person = await this.contents.person(userId);
    const settings = (await this.settings.of([userId])).get(userId);
    if (person === null || settings === undefined) return;
    const now = new Date();
    const ending = form === 'token' ? await this.endingTokens.of(delivery.id) : undefined;
    if (ending === null) return this.drop(delivery, 'The token has ended or was revoked.');
    const isAboutItems = form !== 'test' && form !== 'token';
    const decision = whatToSend({
      form,
      now,
      sendAt,
      isActive: person.active,
      settings,
      items: isAboutItems ? await this.contents.items(delivery.id) : [],
      sentToday: await this.deliveries.sentSince(userId, startOfDay(now, settings)),
    });
    if (decision.what === 'wait') return this.deliveries.postpone(delivery, decision.until);
    if (decision.what === 'drop') return this.drop(delivery, decision.why);
    const { items, inDigest } = decision;
    if (inDigest.length > 0) await this.moveToDigest(delivery, items, inDigest, settings, now);
    if (items.length > 0 || !isAboutItems)
      await this.send(delivery, mailer, { person, settings, items, ending });
  }

  private async drop(delivery: Claimed, why: string): Promise<void> {
    await this.deliveries.drop(delivery, why);
    this.metrics.count('dropped');
  }

  /** Moves items into the next digest; a delivery without items left is dropped. */
  private async moveToDigest(
    delivery: Claimed,
    items: readonly MailItem[],
    inDigest: readonly MailItem[],
    settings: NotificationSettings,
    now: Date,
  ): Promise<void> {
    const { id, userId } = delivery;
    await this.transactions.run(async (transaction) => {
      const moved = inDigest.map((item) => ({ id: item.id, userId }));
      await this.deliveries.removeItems(
        transaction,
        id,
        moved.map((item) => item.id),
      );
      await this.schedule.scheduleInDigest(transaction, moved, new Map([[userId, settings]]), now);
      if (items.length === 0) await this.deliveries.drop(delivery, 'It is in the digest.', transaction);
    });
    if (items.length === 0) this.metrics.count('dropped');
  }

  private async send(delivery: Claimed, mailer: Mailer, contents: Contents): Promise<void> {
    const { id, userId, form, attempts } = delivery;
    const { person, items } = contents;
    const message = await this.messageFor(delivery, contents);
    // A test is about no kind: its link turns off all of them. What is about a token is not turned off.
    const kinds = form === 'test' ? [...allKinds] : [...new Set(items.map(({ kind }) => kind))];
    const token = kinds.length === 0 ? null : this.tokens.issue({ userId, kinds });
    try {
      await mailer.send(mailOf(delivery, message, { config: this.config, person, token }));
    } catch (error) {
      const { text, isPermanent, isUnsure } = failureOf(error);
      const waitMs = isPermanent ? null : waitAfter(attempts);
      await this.deliveries.failed(delivery, { text, waitMs, isUnsure });
      this.metrics.count(waitMs === null ? 'failed' : 'retried');
      // The server's words may contain the address; they are in the table.
      if (waitMs === null) this.logger.error({ deliveryId: id, attempts }, 'A mail could not be sent');
      return;
    }
    await this.deliveries.sent(delivery);
    this.metrics.count('sent');
  }

  private async messageFor(
    { form }: Claimed,
    { person: { email }, settings: { timeZone }, items, ending }: Contents,
  ): Promise<Message> {
    const { BRAND_NAME, PUBLIC_URL, CURRENCY } = this.config;
    const mentioned = items.flatMap(({ comment }) => mentionsOf(comment ?? ''));
    const names = await this.contents.names(mentioned);
    const context: MailContext = {
      brand: BRAND_NAME,
      publicUrl: PUBLIC_URL,
      email,
      timeZone,
      currency: CURRENCY,
      names,
    };
    if (form === 'test') return testMessage(context);
    if (ending) return tokenMessage(context, ending);
    if (form === 'bulk') return bulkMessage(context, items);
    return form === 'digest' ? digestMessage(context, items) : subjectMessage(context, items);
  }
}
