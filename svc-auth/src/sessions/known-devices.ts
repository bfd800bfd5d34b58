import { type BaseConfig, CONFIG } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { sign, unsign } from 'cookie-signature';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';

/**
 * Set next to the session cookie, with a longer lifetime. It only proves that this browser signed in to an account
 * before.
 */
const DEVICE_COOKIE = 'mainstay.device';
const DEVICE_DAYS = 180;

/** Recognizes browsers that signed in to an account before, by a signed cookie. */
@Injectable()
export class KnownDevices {
  constructor(@Inject(CONFIG) private readonly config: BaseConfig) {}

  /** The request's device if it is known for this account, otherwise null. */
  recognise(request: Request, email: string): string | null {
    const signed = parseCookie(request.headers.cookie ?? '')[DEVICE_COOKIE];
    if (signed === undefined) return null;
    for (const secret of this.config.SESSION_SECRET) {
      const value = unsign(signed, secret);
      if (value === false) continue;
      const [device = '', ...account] = value.split('|');
      return account.join('|') === email ? device : null;
    }
    return null;
  }

  /** Marks the browser as known for this account. */
  remember(request: Request, response: Response, email: string): void {
    if (this.recognise(request, email) !== null) return;
    const [secret = ''] = this.config.SESSION_SECRET;
    response.cookie(DEVICE_COOKIE, sign(`${randomBytes(16).toString('base64url')}|${email}`, secret), {
      httpOnly: true,
      sameSite: 'strict',
      secure: this.config.PUBLIC_URL.startsWith('https:'),
      path: '/api/login',
      maxAge: DEVICE_DAYS * 24 * 60 * 60 * 1000,
    });
  }
}
