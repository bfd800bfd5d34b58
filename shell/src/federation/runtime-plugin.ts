import { type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { guard, integrityOf } from './integrity.ts';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/** Manifests that the registry carries, by their addresses. */
const manifests = new Map<string, unknown>();

/** Gives the runtime a manifest, so that it does not request it. */
export function keepManifest(address: string, manifest: unknown): void {
  manifests.set(address, manifest);
}

/**
 * Makes the federation runtime check each file and give up on slow ones. A manifest that the registry does not carry
 * comes past all caches and must be a success; manifest, entry and preloaded files must have the hashes of the registry; each has 6 s to arrive.
 */
export default function checkedFiles(): ModuleFederationRuntimePlugin {
  return {
    name: 'checked-files',
    async fetch(address, init) {
      const kept = manifests.get(address);
      if (kept !== undefined) return Response.json(kept);
      const response = await fetch(address, {
        ...init,
        cache: 'no-store',
        integrity: integrityOf(address),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status} for ${address}`);
      return response;
    },
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      guard(script);
      return { script, timeout: TIMEOUT_MS };
    },
    createLink({ url, attrs }) {
      const link = document.createElement('link');
      // A style sheet that the runtime applied itself would count as loaded even if it never came. Preloaded like this, it
      // is applied by the remote's own code, which notices a failure.
      link.rel = 'preload';
      link.as = attrs?.['rel'] === 'stylesheet' ? 'style' : String(attrs?.['as']);
      link.href = url;
      guard(link);
      return link;
    },
  };
}
