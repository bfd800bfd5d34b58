import { type RegistryEntry } from '@mainstay/remote-contract';

/** How long the search for altered files may delay a retry. */
const SEARCH_MS = 4000;

/**
 * Finds the file of a version that does not match its hash; null if there is none or it cannot be determined. The
 * browser only reports that something did not load.
 */
export async function findAltered({ manifest, integrity }: RegistryEntry): Promise<string | null> {
  // Browsers offer hashing only to secure contexts.
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
