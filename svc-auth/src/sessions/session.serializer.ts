import type { SessionUser } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { PassportSerializer } from '@nestjs/passport';
import type { User } from '../users/user.entity.ts';

/** What passport stores about a user in the session. service-kit reads it in every service: see its session.ts. */
@Injectable()
export class SessionSerializer extends PassportSerializer {
  override serializeUser(user: User, done: (error: null, stored: SessionUser) => void): void {
    done(null, { userId: user.id, epoch: user.sessionEpoch, signedInAt: Date.now() });
  }

  /** Needed only by `passport.session()`, which no service uses. */
  override deserializeUser(_stored: unknown, done: (error: Error) => void): void {
    done(new Error('Sessions are read by PrincipalReader'));
  }
}
