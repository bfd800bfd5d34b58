import { forbidden, type Principal } from '@mainstay/service-kit';

/**
 * Refuses a personal access token. Whoever found one must not be able to make it last longer than its user wants: by
 * another token, a password they know, or another account.
 * @param action what needs a session, for example `create a token`
 * @throws Problem 403
 */
export function requireSession({ via }: Principal, action: string): void {
  if (via !== 'session') {
    throw forbidden(`A personal access token cannot ${action}. Sign in with a password to do this.`);
  }
}
