import { type RegistryEntry } from '@mainstay/remote-contract';

const SHELL_FILE = /^\/assets\/[\w./-]+$/;
const REMOTE_FILE = /^(\/remotes\/[^/]+\/[^/]+\/)(.+)$/;
/** A well-formed hash that no file matches. */
const UNMATCHABLE = `sha384-${'A'.repeat(64)}`;

/** The file hashes of every version that was current during the life of this page, by base URL. */
const published = new Map<string, ReadonlyMap<string, string>>();

/** Allows the published files of a version to run. */
export function trust({ manifest, integrity }: Pick<RegistryEntry, 'manifest' | 'integrity'>): void {
  const [, folder] = REMOTE_FILE.exec(manifest) ?? [];
  if (folder && integrity) published.set(folder, new Map(Object.entries(integrity)));
}

/**
 * The hash that the browser must verify for a URL: '' for the shell's own files, the published hash for a remote's
 * file, and an unmatchable hash for anything else.
 */
export function integrityOf(address: string): string {
  const { origin, pathname } = new URL(address, location.href);
  if (origin === location.origin && SHELL_FILE.test(pathname)) return '';
  const [, folder, file] = (origin === location.origin && REMOTE_FILE.exec(pathname)) || [];
  if (!folder || !file) return UNMATCHABLE;
  return published.get(folder)?.get(decodeURIComponent(file)) ?? UNMATCHABLE;
}

/** URLs that were requested before, and style sheets that failed. */
const spoiled = new Set<string>();

/**
 * Sets the integrity of a script or link element of a remote. A repeated request gets a new URL: the browser would
 * otherwise queue it behind a hanging request, or reuse a corrupt file that its cache keeps for a year.
 */
export function guard(element: HTMLScriptElement | HTMLLinkElement): void {
  const attribute = element instanceof HTMLScriptElement ? 'src' : 'href';
  const address = new URL(element.getAttribute(attribute) ?? '', location.href).href;
  element.integrity = integrityOf(address);
  if (spoiled.has(address)) element.setAttribute(attribute, `${address}?again=${Date.now()}`);
  // A style sheet is requested twice: to preload it and to apply it.
  if (attribute === 'src') spoiled.add(address);
  else element.addEventListener('error', () => spoiled.add(address));
}

// Remotes and the shell call this for each further chunk (packages/web-build/src/passed-chunks.ts).
Object.assign(globalThis, { mainstayGuard: guard });
