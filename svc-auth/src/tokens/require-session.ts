import { forbidden, type Principal } from '@mainstay/service-kit';

/**
 * Rejects a personal access token. A stolen token must not be able to extend its own access by another token, a new
 * password or another account.
 * @param action what needs a session, for example `create a token`
 * @throws Problem 403
 */
export function requireSession({ via }: Principal, action: string): void {
  if (via !== 'session') {
    throw forbidden(
      'session_only',
      `A personal access token cannot ${action}. Sign in with a password to do this.`,
    );
  }
}
