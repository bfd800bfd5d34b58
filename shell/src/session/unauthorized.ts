import { readCurrentUser } from './session.queries.ts';

/** Specification, section 9. */
const REDIRECT_AFTER_MS = 500;

/**
 * Makes the answer to "this call was unauthorized": after 500 ms the browser goes to /api/login, which leads to
 * the sign-in screen. Once per page, and only if the session is really gone, so that nobody is sent in circles.
 */
export function createUnauthorizedRule(
  go: (address: string) => void = (address) => location.assign(address),
) {
  let leaving = false;
  return () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => {
      readCurrentUser().then(
        (user) => {
          if (user === null) go('/api/login');
          else leaving = false;
        },
        () => {
          leaving = false;
        },
      );
    }, REDIRECT_AFTER_MS);
  };
}
