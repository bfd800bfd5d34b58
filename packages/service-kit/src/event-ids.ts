import { Inject, Injectable } from '@nestjs/common';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BaseConfig } from './config.ts';
import { CONFIG } from './tokens.ts';

/** How long after it was sent an id can be used to resume. */
const VALID_FOR_MS = 10 * 60 * 1000;

/**
 * The ids of events: a cursor of the change feed and the time at which it was sent, signed. Every replica can resume
 * from them, also after a restart, and nobody can ask for more than was sent to them or to somebody else.
 */
@Injectable()
export class EventIds {
  constructor(@Inject(CONFIG) private readonly config: BaseConfig) {}

  idOf(cursor: string, sentAt = Date.now()): string {
    const [secret = ''] = this.config.SESSION_SECRET;
    const content = `${cursor}.${sentAt.toString(36)}`;
    return `${content}.${signature(content, secret)}`;
  }

  /** The cursor of an id; null for one that was not issued here or is too old. */
  cursorOf(id: string): string | null {
    const [, content = '', cursor = '', sentAt = '', signed = ''] =
      /^(([\w-]+)\.([0-9a-z]{1,10}))\.([\w-]{22})$/.exec(id) ?? [];
    const isOurs = this.config.SESSION_SECRET.some((secret) => isEqual(signature(content, secret), signed));
    return isOurs && Date.now() - parseInt(sentAt, 36) <= VALID_FOR_MS ? cursor : null;
  }
}

/** 128 bits and a little more. */
const signature = (content: string, secret: string): string =>
  createHmac('sha256', secret).update(`event-id:${content}`).digest('base64url').slice(0, 22);

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
