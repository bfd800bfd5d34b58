/** The sessionStorage key of the address that was open when the session ended. */
const ASKED = 'mainstay.asked-for';

/** The part of an address that a navigation within this app takes; undefined for any other site and for sign-in. */
function ownAddress(address: string): string | undefined {
  if (!URL.canParse(address, location.origin)) return undefined;
  const { origin, pathname, search } = new URL(address, location.origin);
  const isOwn = origin === location.origin && !/^\/(\/|(api|auth)(\/|$))/.test(pathname);
  return isOwn ? pathname + search : undefined;
}

/** Remembers this tab's address before it is sent to sign in. */
export function rememberAskedAddress(): void {
  sessionStorage.setItem(ASKED, location.pathname + location.search);
}

/** The address to open after signing in; undefined if none was asked for. Never leads to another site. */
export function askedAddress(): string | undefined {
  const address = sessionStorage.getItem(ASKED);
  return address === null ? undefined : ownAddress(address);
}

/** Forgets the address: it is for the next sign-in only. */
export function forgetAskedAddress(): void {
  sessionStorage.removeItem(ASKED);
}
