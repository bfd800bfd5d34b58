import { parseRegistry } from '@mainstay/remote-contract';

/** The cache of the remotes' files. */
export const REMOTES = 'mainstay-remotes';

/**
 * Stores the files of the remotes that are live, each only with its hash, and deletes those of other versions.
 * @throws Error for a document that is no registry, and DOMException when the browser has no more room
 */
export async function keepRemotes(document: unknown): Promise<void> {
  const hashes = new Map<string, string>();
  for (const { manifest, integrity } of parseRegistry(document).remotes) {
    const folder = new URL('.', new URL(manifest, location.origin));
    for (const [file, hash] of Object.entries(integrity ?? {})) hashes.set(new URL(file, folder).href, hash);
  }
  const cache = await caches.open(REMOTES);
  for (const { url } of await cache.keys()) {
    if (!hashes.delete(url)) await cache.delete(url);
  }
  // One after the other: the page may be loading something itself.
  for (const [address, integrity] of hashes) {
    const response = await fetch(address, { integrity }).catch(() => undefined);
    if (response?.ok) await cache.put(address, response);
  }
}
