import { type BaseConfig, CONFIG } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { sign, unsign } from 'cookie-signature';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { User } from '../database/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';

/**
 * Set next to the session cookie, with a longer lifetime. It only proves that this browser signed in to an account
 * before.
 */
const DEVICE_COOKIE = 'mainstay.device';
const DEVICE_DAYS = 180;

/** Recognizes browsers that signed in to an account before, by a signed cookie. */
@Injectable()
export class KnownDevices {
  constructor(
    @Inject(CONFIG) private readonly config: BaseConfig,
    private readonly users: UsersRepository,
  ) {}

  /** The request's device if it is known for this account, otherwise null. The end of all sessions makes it unknown. */
  async recognise(request: Request, email: string): Promise<string | null> {
    const device = this.deviceOf(request);
    if (device?.email !== email) return null;
    const user = await this.users.findByEmail(email);
    return user?.sessionEpoch === device.epoch ? device.id : null;
  }

  private deviceOf(request: Request): { id: string; epoch: number; email: string } | null {
    const signed = parseCookie(request.headers.cookie ?? '')[DEVICE_COOKIE];
    if (signed === undefined) return null;
    for (const secret of this.config.SESSION_SECRET) {
      const value = unsign(signed, secret);
      if (value === false) continue;
      const [id = '', epoch = '', ...email] = value.split('|');
      return { id, epoch: Number(epoch), email: email.join('|') };
    }
    return null;
  }

  /** Marks the browser as known for this account. */
  remember(
    request: Request,
    response: Response,
    { email, sessionEpoch }: Pick<User, 'email' | 'sessionEpoch'>,
  ): void {
    const device = this.deviceOf(request);
    if (device?.email === email && device.epoch === sessionEpoch) return;
    const [secret = ''] = this.config.SESSION_SECRET;
    response.cookie(
      DEVICE_COOKIE,
      sign(`${randomBytes(16).toString('base64url')}|${sessionEpoch}|${email}`, secret),
      {
        httpOnly: true,
        sameSite: 'strict',
        secure: this.config.PUBLIC_URL.startsWith('https:'),
        path: '/api/login',
        maxAge: DEVICE_DAYS * 24 * 60 * 60 * 1000,
      },
    );
  }
}
