import { readCurrentUser } from './session.queries.ts';

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 500;

/** Whoever was sent away and is back within this time is not sent again without asking. */
const CIRCLE_MS = 30_000;

/** Where a tab keeps when it was last sent to sign in. */
const SENT_AT = 'mainstay.sent-to-sign-in';

/**
 * Makes the answer to "this call was unauthorized": after 500 ms the browser goes to /api/login, which leads to the sign-in
 * screen. Once per page; a call that `leaves` goes at any rate, another one only if the session is really gone. A tab that
 * was sent away just before is asked about, too, so that nobody is sent in circles.
 */
export function createUnauthorizedRule(
  go: (address: string) => void = (address) => location.assign(address),
) {
  let isGone = false;
  let isAsking = false;

  const leave = () => {
    if (isGone) return;
    isGone = true;
    sessionStorage.setItem(SENT_AT, String(Date.now()));
    go('/api/login');
  };
  const ask = async () => {
    try {
      if ((await readCurrentUser()) === null) leave();
    } catch {
      // Unknown: the next call that is refused asks again.
    } finally {
      isAsking = false;
    }
  };

  return ({ leaves }: { leaves: boolean }) => {
    if (leaves && Date.now() - Number(sessionStorage.getItem(SENT_AT)) > CIRCLE_MS) {
      setTimeout(leave, REDIRECT_AFTER_MS);
    } else if (!isAsking) {
      isAsking = true;
      setTimeout(() => void ask(), REDIRECT_AFTER_MS);
    }
  };
}
