import { createTransport, type SendMailOptions } from 'nodemailer';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.ts';

/** The {@link Mailer}, null when mail is off. */
export const MAILER = Symbol('MAILER');

/** Mails that are sent at the same time by one process. */
export const CONNECTIONS = 5;

/** A whole conversation with the mail server ends within the lease of a delivery. */
const CONVERSATION_MS = 50_000;

/** Where mails go. */
export interface Mailer {
  /** For the log: what is done with mails. Has no password. */
  readonly description: string;
  /**
   * Resolves when the mail is accepted.
   * @throws Error, which {@link failureOf} explains
   */
  send(mail: SendMailOptions): Promise<void>;
  close(): void;
}

/** To the mail server of `SMTP_URL`, else into the folder `MAIL_FOLDER`, else nowhere: null. */
export function createMailer({ SMTP_URL, MAIL_FOLDER }: Config): Mailer | null {
  if (SMTP_URL !== '') return smtpMailer(SMTP_URL);
  return MAIL_FOLDER === '' ? null : folderMailer(MAIL_FOLDER);
}

function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Once more when the server had closed an idle connection.
    maxRequeues: 1,
    dnsTimeout: 5000,
    connectionTimeout: 5000,
    greetingTimeout: 10_000,
    socketTimeout: 40_000,
    // Nothing that a person writes is read as the name of a file or as an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    description: `Mail is sent through ${new URL(url).host}`,
    async send(mail) {
      await transport.sendMail({ ...mail, signal: AbortSignal.timeout(CONVERSATION_MS) });
    },
    close: () => transport.close(),
  };
}

function folderMailer(folder: string): Mailer {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    description: `Mail is written into ${folder} and not sent`,
    async send(mail) {
      const { message, messageId } = await transport.sendMail(mail);
      if (!Buffer.isBuffer(message)) throw new TypeError('the mail is not in memory');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = messageId.replaceAll(/^<|@.*$/g, '');
      const path = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`);
      await writeFile(`${path}.new`, message, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    close: () => undefined,
  };
}

/** What is known of an attempt that failed. */
export interface Failure {
  /** For operators. */
  text: string;
  /** Another attempt would fail too: the server refuses this address or this mail for good. */
  isPermanent: boolean;
  /** The server may have accepted the mail, although it did not say so. */
  isUnsure: boolean;
}

const mailError = z.object({
  code: z.string().default(''),
  command: z.string().default(''),
  responseCode: z.number().optional(),
  permanent: z.boolean().default(false),
  originalCode: z.string().default(''),
  timeoutType: z.string().default(''),
});

/** Nothing of the mail was sent. */
const BEFORE_THE_MAIL = new Set([
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'ECONFIG',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
]);

/**
 * Explains an error of {@link Mailer.send}. A refusal of the sender or of the sign-in is not permanent: operators
 * correct it.
 */
export function failureOf(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error);
  const known = mailError.safeParse(error);
  if (!known.success) return { text, isPermanent: false, isUnsure: true };
  const { code, command, responseCode, permanent, originalCode, timeoutType } = known.data;
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  const isBefore = [code, originalCode, timeoutType].some((name) => BEFORE_THE_MAIL.has(name));
  return {
    text,
    isPermanent: permanent && isOfThisMail,
    isUnsure: responseCode === undefined && !isBefore,
  };
}
