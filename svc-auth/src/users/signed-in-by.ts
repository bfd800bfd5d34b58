import type { Principal } from '@mainstay/service-kit';
import type { Request } from 'express';

declare module 'express-session' {
  interface SessionData {
    /** Of a session that was begun with the company's account: the ID token, for the sign-out. */
    company: { idToken: string | undefined };
  }
}

/** How the caller of a request signed in. */
export function signedInBy({ via }: Principal, { session }: Request): 'password' | 'company' | 'token' {
  if (via !== 'session') return 'token';
  return session.company ? 'company' : 'password';
}
