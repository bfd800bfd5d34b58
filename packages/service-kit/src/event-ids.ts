import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BaseConfig } from './config.ts';
import { CONFIG } from './tokens.ts';

/** How long after it was sent an id can be used to resume. */
const VALID_FOR_MS = 10 * 60 * 1000;
const PURPOSE = 'event-id';

/**
 * The ids of events: a cursor of the change feed and the time at which it was sent, signed. Every replica can resume
 * from them, also after a restart, and nobody can ask for more than was sent to them or to somebody else.
 */
@Injectable()
export class EventIds {
  constructor(@Inject(CONFIG) private readonly config: BaseConfig) {}

  idOf(cursor: string, sentAt = Date.now()): string {
    return signedText(this.config, PURPOSE, cursor, sentAt);
  }

  /** The cursor of an id; null for one that was not issued here or is too old. */
  cursorOf(id: string): string | null {
    return textOfSigned(this.config, PURPOSE, id, VALID_FOR_MS);
  }
}

type Secrets = Pick<BaseConfig, 'SESSION_SECRET'>;

/**
 * A text with its time and a signature, which is valid for one purpose.
 * @param text in base64url
 * @param sentAt milliseconds since 1970
 */
export function signedText(
  { SESSION_SECRET: [secret = ''] }: Secrets,
  purpose: string,
  text: string,
  sentAt: number,
): string {
  const content = `${text}.${sentAt.toString(36)}`;
  return `${content}.${signature(`${purpose}:${content}`, secret)}`;
}

/** The text of {@link signedText}; null for one that was not signed for this purpose, or longer ago. */
export function textOfSigned(
  { SESSION_SECRET }: Secrets,
  purpose: string,
  signedOne: string,
  validForMs: number,
): string | null {
  const [, content = '', text = '', sentAt = '', signed = ''] =
    /^(([\w-]+)\.([0-9a-z]{1,10}))\.([\w-]{22})$/.exec(signedOne) ?? [];
  const isOurs = SESSION_SECRET.some((secret) => isEqual(signature(`${purpose}:${content}`, secret), signed));
  return isOurs && Date.now() - parseInt(sentAt, 36) <= validForMs ? text : null;
}

/** 128 bits and a little more. */
const signature = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('base64url').slice(0, 22);

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
