import { type RegistryEntry } from '@mainstay/remote-contract';

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
 * The hash that the browser must find at an address: '' for what is no remote's file, and for a remote's file that was
 * not published one that nothing fulfils.
 */
export function integrityOf(address: string): string {
  const [, folder, file] = REMOTE_FILE.exec(new URL(address, location.href).pathname) ?? [];
  if (!folder || !file) return '';
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

// A remote fetches its further parts itself, and hands their elements over here (remote-contract/webpack).
Object.assign(globalThis, { mainstayGuard: guard });

/** How long the search for wrong files may hold up a second try. */
const SEARCH_MS = 4000;

/**
 * The file of a version that does not have its hash, null when there is none or it cannot be told: the browser itself
 * only says that something was not loaded.
 */
export async function findAltered({ manifest, integrity }: RegistryEntry): Promise<string | null> {
  // Browsers hash only for pages that came by https or from this machine.
  if (!integrity || !window.isSecureContext) return null;
  const folder = new URL('.', new URL(manifest, location.origin));
  const signal = AbortSignal.timeout(SEARCH_MS);
  const altered = await Promise.all(
    Object.entries(integrity).map(async ([file, expected]) => {
      try {
        const response = await fetch(new URL(file, folder), { cache: 'reload', signal });
        return response.ok && (await hashOf(response)) !== expected ? file : null;
      } catch {
        return null;
      }
    }),
  );
  return altered.find((file) => file !== null) ?? null;
}

async function hashOf(response: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
  return `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
