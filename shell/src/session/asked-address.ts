import { keepItem, readItem } from '@mainstay/web-kit';

/** The sessionStorage key of the address that was open when the session ended, after the id of its user. */
const ASKED = 'mainstay.asked-for';

/** The part of an address that a navigation within this app takes; undefined for any other site and for sign-in. */
function ownAddress(address: string): URL | undefined {
  if (!URL.canParse(address, location.origin)) return undefined;
  const url = new URL(address, location.origin);
  return url.origin === location.origin && !/^\/(\/|(api|auth)(\/|$))/.test(url.pathname) ? url : undefined;
}

/**
 * Remembers this tab's address before it is sent to sign in.
 * @param userId whose it is, if anybody was signed in
 */
export function rememberAskedAddress(userId = ''): void {
  keepItem('sessionStorage', ASKED, `${userId} ${location.pathname}${location.search}`);
}

/**
 * The address to open after signing in; undefined if none was asked for. Never leads to another site. What somebody
 * else searched or opened is theirs: of their address another user gets the screen.
 */
export function askedAddress(userId: string): string | undefined {
  const [, owner, address = ''] = /^(\S*) (.*)$/.exec(readItem('sessionStorage', ASKED) ?? '') ?? [];
  const url = owner === undefined ? undefined : ownAddress(address);
  return url && (owner === '' || owner === userId ? url.pathname + url.search : url.pathname);
}

/** Forgets the address: it is for the next sign-in only. */
export function forgetAskedAddress(): void {
  keepItem('sessionStorage', ASKED, null);
}
