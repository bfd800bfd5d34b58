import { type SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { Config } from '../config.ts';
import type { Claimed } from '../deliveries/deliveries.repository.ts';
import type { Person } from './contents.repository.ts';
import type { Message } from './templates/messages.ts';
import { oneLine } from './templates/plain-text.ts';

/** The sender of all mails: `MAIL_FROM`, or by default the brand at the host of the pages. */
export function senderOf({ MAIL_FROM, BRAND_NAME, PUBLIC_URL }: Config): { name: string; address: string } {
  const [given] = addressparser(MAIL_FROM, { flatten: true });
  const { name = '', address = `no-reply@${hostOf(PUBLIC_URL)}` } = given ?? {};
  return { name: name === '' ? BRAND_NAME : name, address };
}

/**
 * A mail with its headers. Another attempt of a delivery has the same Message-ID; mails about a ticket answer one that
 * never existed, so that mail programs show them together.
 * @param token for RFC 8058, of {@link UnsubscribeTokens}; null for what cannot be turned off
 */
export function mailOf(
  { id, ticketId }: Pick<Claimed, 'id' | 'ticketId'>,
  { subject, text, html }: Message,
  { config, person, token }: { config: Config; person: Person; token: string | null },
): SendMailOptions {
  const { PUBLIC_URL } = config;
  const host = hostOf(PUBLIC_URL);
  const thread = ticketId === null ? null : `<${ticketId}@${host}>`;
  return {
    from: senderOf(config),
    to: { name: oneLine(`${person.firstName} ${person.lastName}`), address: person.email },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${host}>`,
    ...(thread !== null && { inReplyTo: thread, references: thread }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Microsoft's mail servers send out-of-office replies to what is only auto-generated.
      'X-Auto-Response-Suppress': 'All',
      ...(token !== null && {
        'List-Unsubscribe': `<${PUBLIC_URL}/api/unsubscribe/${token}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

export const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname;
