import { BackgroundWork, CONFIG, derivedCode, HourlyPurge, Metrics } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Counter } from 'prom-client';
import type { Config } from '../config.ts';
import { waitAfter } from '../deliveries/rhythm.ts';
import { hostOf, senderOf } from '../mail/headers.ts';
import { CONNECTIONS, failureOf, MAILER, type Mailer } from '../mail/mailer.ts';
import { oneLine } from '../mail/templates/plain-text.ts';
import { vendorMessage } from './vendor-message.ts';
import {
  type ClaimedMail,
  type VendorMailContents,
  VendorMailsRepository,
} from './vendor-mails.repository.ts';

const EVERY_MS = 2000;
/** Days for which a mail is kept after it ended. */
const KEPT_DAYS = 30;
const outcomes = ['sent', 'dropped', 'retried', 'failed'] as const;

/**
 * Sends mails to vendors, each to exactly the address that was given. If the process ends between the server's
 * acceptance and the commit, that one mail is sent again, with the same Message-ID.
 */
@Injectable()
export class SendVendorMail extends BackgroundWork {
  private readonly mails: Counter<'outcome'>;

  constructor(
    private readonly repository: VendorMailsRepository,
    @Inject(MAILER) private readonly mailer: Mailer | null,
    @Inject(CONFIG) private readonly config: Config,
    metrics: Metrics,
  ) {
    super();
    this.mails = new Counter({
      name: 'vendor_mails_total',
      help: 'Mails to vendors by outcome: sent, dropped as no longer wanted, to be retried, or refused for good.',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    // Prometheus sees the first of each only if it saw a zero before.
    for (const outcome of outcomes) this.mails.inc({ outcome }, 0);
    metrics.addGauge({
      name: 'vendor_mail_lateness_seconds',
      help: 'Seconds for which the oldest mail to a vendor waits; 0 without one or while mail is off, NaN while PostgreSQL is unavailable.',
      read: () => (mailer === null ? 0 : repository.lateness()),
    });
  }

  @Interval('send mails to vendors', EVERY_MS)
  run(): void {
    const { mailer } = this;
    if (mailer === null) return;
    this.start(
      () => this.sendReady(mailer),
      'Mails to vendors could not be handled; retrying in the next round',
    );
  }

  private async sendReady(mailer: Mailer): Promise<void> {
    let found: number;
    do {
      const claimed = await this.repository.claim(CONNECTIONS);
      found = claimed.length;
      // Each ends within its lease, also when another one fails.
      const handled = claimed.map((mail) =>
        this.handle(mail, mailer).catch((error: unknown) =>
          this.logger.warn({ err: error }, 'A mail could not be handled; retrying when its lease has ended'),
        ),
      );
      await Promise.all(handled);
    } while (found > 0 && !this.isStopping);
  }

  private async handle(mail: ClaimedMail, mailer: Mailer): Promise<void> {
    const contents = await this.repository.contents(mail);
    const link = contents && this.linkOf(mail, contents);
    if (!contents || link === null) {
      await this.repository.drop(mail);
      this.mails.inc({ outcome: 'dropped' });
      return;
    }
    try {
      await mailer.send(this.mailOf(mail, contents, link));
    } catch (error) {
      const { text, isPermanent } = failureOf(error);
      const waitMs = isPermanent ? null : waitAfter(mail.attempts);
      if (waitMs === null) await this.repository.ended(mail, text);
      else await this.repository.retry(mail, text, waitMs);
      this.mails.inc({ outcome: waitMs === null ? 'failed' : 'retried' });
      // The server's words may contain the address; they are in the table.
      if (waitMs === null)
        this.logger.error({ vendorMailId: mail.id }, 'A mail to a vendor could not be sent');
      return;
    }
    await this.repository.ended(mail, null);
    this.mails.inc({ outcome: 'sent' });
  }

  /** Null when the secret of the link was removed since. */
  private linkOf({ jobId, generation }: ClaimedMail, { tokenHash }: VendorMailContents): string | null {
    const { INTAKE_SECRET, PUBLIC_URL } = this.config;
    const hash = Buffer.from(tokenHash, 'base64');
    const token = derivedCode(INTAKE_SECRET, hash, 'vendor', jobId, String(generation));
    return token === undefined ? null : `${PUBLIC_URL}/v/${token}`;
  }

  private mailOf({ id, jobId }: ClaimedMail, contents: VendorMailContents, link: string) {
    const { PUBLIC_URL, BRAND_NAME, CURRENCY } = this.config;
    const { vendor, email, senderName, senderEmail } = contents;
    const thread = `<${jobId}@${hostOf(PUBLIC_URL)}>`;
    return {
      from: senderOf(this.config),
      to: { name: oneLine(vendor), address: email },
      ...(senderEmail !== null && {
        replyTo: { name: oneLine(senderName ?? ''), address: senderEmail },
      }),
      ...vendorMessage(contents, { link, brand: BRAND_NAME, currency: CURRENCY }),
      messageId: `<${id}@${hostOf(PUBLIC_URL)}>`,
      inReplyTo: thread,
      references: thread,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    };
  }
}

/** Deletes mails to vendors that ended long ago. */
@Injectable()
export class VendorMailPurge extends HourlyPurge {
  constructor(private readonly mails: VendorMailsRepository) {
    super();
  }

  protected deleteSome(limit: number): Promise<number> {
    return this.mails.purge(KEPT_DAYS, limit);
  }
}
