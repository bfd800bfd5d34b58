import { CONFIG, TextCipher } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { type Kind, kinds } from '../recipients/new-item.ts';

const contents = z.tuple([z.guid(), z.array(z.enum(kinds)).min(1)]);

/** Whose mail about which kinds a token turns off. */
interface Subscription {
  userId: string;
  kinds: Kind[];
}

/**
 * The tokens in the headers of mails, which need no session and no table: whom they are for is encrypted in them, and
 * authenticated, with a key of each session secret. They are valid until that secret is removed.
 */
@Injectable()
export class UnsubscribeTokens {
  private readonly cipher: TextCipher;

  constructor(@Inject(CONFIG) { SESSION_SECRET }: Config) {
    this.cipher = new TextCipher(SESSION_SECRET, 'mainstay unsubscribe');
  }

  /** In base64url. */
  issue({ userId, kinds: about }: Subscription): string {
    return this.cipher.encrypt(JSON.stringify([userId, about]));
  }

  /** Null for a token that was not issued here. */
  read(token: string): Subscription | null {
    const text = this.cipher.decrypt(token);
    if (text === null) return null;
    const [userId, about] = contents.parse(JSON.parse(text));
    return { userId, kinds: about };
  }
}
