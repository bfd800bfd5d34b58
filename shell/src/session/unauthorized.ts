import { keepItem, readItem } from '@mainstay/web-kit';
import { rememberAskedAddress } from './asked-address.ts';
import { readCurrentUser } from './session.queries.ts';

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 500;

/** A tab that returns within this time is not redirected again without checking the session. */
const CIRCLE_MS = 30_000;

/** The sessionStorage key of the last redirect to sign-in. */
const SENT_AT = 'mainstay.sent-to-sign-in';

/**
 * Creates the handler of unauthorized calls: after 500 ms the browser goes to /api/login, which leads to the sign-in
 * screen, once per page; signing in opens the address again, and forms keep what was typed. A call that `leaves`
 * redirects without a check; any other call only if the session has really ended. To avoid a redirect loop, a tab that
 * was redirected within the last 30 s checks the session first in both cases.
 * @param userId of whom this page has shown; undefined for nobody
 * @param erase deletes what the browser keeps for them, before the page is left: the next one may not load
 */
export function createUnauthorizedRule(
  { userId, erase }: { userId: () => string | undefined; erase: () => Promise<void> },
  go: (address: string) => void = (address) => location.assign(address),
) {
  let isGone = false;
  let isAsking = false;

  const leave = () => {
    if (isGone) return;
    isGone = true;
    keepItem('sessionStorage', SENT_AT, String(Date.now()));
    rememberAskedAddress(userId());
    window.dispatchEvent(new Event('mainstay:session-ended'));
    void erase().finally(() => go('/api/login'));
  };
  const ask = async () => {
    try {
      if ((await readCurrentUser()) === null) leave();
    } catch {
      // The session is unknown: the next unauthorized call checks again.
    } finally {
      isAsking = false;
    }
  };

  return ({ leaves }: { leaves: boolean }) => {
    if (leaves && Date.now() - Number(readItem('sessionStorage', SENT_AT)) > CIRCLE_MS) {
      setTimeout(leave, REDIRECT_AFTER_MS);
    } else if (!isAsking) {
      isAsking = true;
      setTimeout(() => void ask(), REDIRECT_AFTER_MS);
    }
  };
}
