import { CONFIG } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { type Kind, kinds } from '../inbox/new-item.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const contents = z.tuple([z.guid(), z.array(z.enum(kinds)).min(1)]);

/** Whose mail about which kinds a token turns off. */
export interface Subscription {
  userId: string;
  kinds: Kind[];
}

/**
 * The tokens in the headers of mails, which need no session and no table: whom they are for is encrypted in them, and
 * authenticated, with a key of each session secret. They are valid until that secret is removed.
 */
@Injectable()
export class UnsubscribeTokens {
  private readonly keys: readonly Buffer[];

  constructor(@Inject(CONFIG) { SESSION_SECRET }: Config) {
    this.keys = SESSION_SECRET.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'mainstay unsubscribe', 32)),
    );
  }

  /** In base64url. */
  issue({ userId, kinds: about }: Subscription): string {
    const [key] = this.keys;
    if (!key) throw new Error('no session secret');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv);
    const sealed = [cipher.update(JSON.stringify([userId, about])), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([iv, ...sealed]).toString('base64url');
  }

  /** Null for a token that was not issued here. */
  read(token: string): Subscription | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null;
    for (const key of this.keys) {
      const text = opened(key, bytes);
      if (text === null) continue;
      const [userId, about] = contents.parse(JSON.parse(text));
      return { userId, kinds: about };
    }
    return null;
  }
}

/** Null unless the key is the one with which it was encrypted. */
function opened(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    // Another key, or altered.
    return null;
  }
}
