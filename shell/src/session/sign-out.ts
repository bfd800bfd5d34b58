import type { paths } from '@mainstay/svc-auth/openapi';
import { createApiClient, isApiError, keepItem, readItem } from '@mainstay/web-kit';
import { strings } from '../strings.ts';

/** The localStorage key of a sign-out that the server does not know of yet. start.js reads it, too. */
const SIGNED_OUT = 'mainstay.signed-out';
const RETRY_MS = 5000;
/** A network that leads nowhere may never respond. */
const LOGOUT_MS = 10_000;

const api = createApiClient<paths>();

/** Whether a sign-out is still to be sent: nothing of the user is shown or requested until it is. */
export const isSignOutDue = (): boolean => readItem('localStorage', SIGNED_OUT) !== null;

/** @returns false where the browser keeps nothing */
function setDue(isDue: boolean): boolean {
  if (!keepItem('localStorage', SIGNED_OUT, isDue ? '1' : null)) return false;
  // The browser itself notifies the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: SIGNED_OUT, newValue: isDue ? '1' : null }));
  return true;
}

/**
 * Calls back when a sign-out is to be sent, and when it is sent, in this tab or elsewhere.
 * @returns a function that unsubscribes
 */
export function onSignOutDue(callback: (isDue: boolean, isElsewhere: boolean) => void): () => void {
  const listener = ({ key, newValue, storageArea }: StorageEvent) => {
    if (key === SIGNED_OUT) callback(newValue !== null, storageArea !== null);
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

let line: Promise<unknown> = Promise.resolve();

/** One after the other: the late response of a sign-out would delete the cookie of who has signed in meanwhile. */
function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  const done = line.then(task);
  line = done.catch(() => undefined);
  return done;
}

/** Sends a sign-in. The server ends the session before it, so that no sign-out is left to be sent. */
export const signIn = <Result>(send: () => Promise<Result>): Promise<Result> =>
  inTurn(async () => {
    const result = await send();
    if (isSignOutDue()) setDue(false);
    return result;
  });

/**
 * @returns the headers of the response with which the server has ended the session; null without a response
 * @throws ApiError if it refuses
 */
async function logOut(): Promise<Headers | null> {
  try {
    const { response } = await api.POST('/api/logout', { signal: AbortSignal.timeout(LOGOUT_MS) });
    return response.headers;
  } catch (error) {
    if (!isApiError(error)) return null;
    // There is no session any more.
    if (error.status !== 401) throw error;
  }
  return new Headers();
}

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends a sign-out that is due, now and until the server has it.
 * @returns when the first attempt is over
 */
export function sendSignOut(): Promise<void> {
  clearTimeout(timer);
  return inTurn(async () => {
    if (!isSignOutDue()) return;
    if (await logOut().catch(() => null)) setDue(false);
    else timer = setTimeout(() => void sendSignOut(), RETRY_MS);
  });
}

/**
 * Signs out, in all tabs. Without a response of the server this browser remembers it, and sends it first of all when
 * there is a network.
 * @returns the headers of the server's response, null without one
 * @throws ApiError if the server refuses, Error if nothing can be remembered
 */
export async function signOut(): Promise<Headers | null> {
  const headers = await inTurn(logOut);
  const isRemembered = setDue(true);
  if (headers) setDue(false);
  else if (isRemembered) void sendSignOut();
  else throw new Error(strings.logoutNotRemembered);
  return headers;
}
