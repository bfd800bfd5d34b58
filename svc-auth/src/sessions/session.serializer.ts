import type { SessionUser } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { PassportSerializer } from '@nestjs/passport';
import type { User } from '../database/user.entity.ts';

/** What passport stores about a user in the session, and finds there. */
@Injectable()
export class SessionSerializer extends PassportSerializer {
  override serializeUser(user: User, done: (error: null, stored: SessionUser) => void): void {
    done(null, { userId: user.id, epoch: user.sessionEpoch, signedInAt: Date.now() });
  }

  /** Only what was stored: whether the session goes on is decided by `PrincipalReader`, as in every service. */
  override deserializeUser(stored: unknown, done: (error: null, stored: unknown) => void): void {
    done(null, stored);
  }
}
