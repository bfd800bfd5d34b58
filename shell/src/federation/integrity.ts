import { type RegistryEntry } from '@mainstay/remote-contract';

const SHELL_FILE = /^\/assets\/[\w./-]+$/;
const REMOTE_FILE = /^(\/remotes\/[^/]+\/[^/]+\/)(.+)$/;
/** A well-formed hash that no file has. */
const OF_NOTHING = `sha384-${'A'.repeat(64)}`;

/** The hashes of every version that was ever current in this page, by the folder of its files. */
const published = new Map<string, ReadonlyMap<string, string>>();

/** Lets the files of a version run, if they are those that were published. */
export function trust({ manifest, integrity }: Pick<RegistryEntry, 'manifest' | 'integrity'>): void {
  const [, folder] = REMOTE_FILE.exec(manifest) ?? [];
  if (folder && integrity) published.set(folder, new Map(Object.entries(integrity)));
}

/**
 * The hash that the browser must find at an address: '' for the shell's own files, for a remote's file the published one,
 * and for every other address one that nothing fulfils.
 */
export function integrityOf(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && SHELL_FILE.test(pathname)) return '';
  const [, folder, file] = (origin === location.origin && REMOTE_FILE.exec(pathname)) || [];
  if (!folder || !file) return OF_NOTHING;
  return published.get(folder)?.get(decodeURIComponent(file)) ?? OF_NOTHING;
}

/** Addresses that were asked for before, and style sheets that did not come. */
const spoiled = new Set<string>();

/**
 * Gives the element of a remote's file the hash that the file must have. What is asked for again gets another address: the
 * browser would let it wait behind a request that hangs, or take a wrong file from its cache, where it stays for a year.
 */
export function guard(element: HTMLScriptElement | HTMLLinkElement): void {
  const attribute = element instanceof HTMLScriptElement ? 'src' : 'href';
  const address = new URL(element.getAttribute(attribute) ?? '', location.href).href;
  element.integrity = integrityOf(address);
  if (spoiled.has(address)) element.setAttribute(attribute, `${address}?again=${Date.now()}`);
  // A style sheet is asked for twice, once ahead and once to be applied.
  if (attribute === 'src') spoiled.add(address);
  else element.addEventListener('error', () => spoiled.add(address));
}

// A remote's own code fetches its further files and passes their elements to this function (remote-contract/build/remote.ts).
Object.assign(globalThis, { mainstayGuard: guard });
