import { type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { guard, integrityOf } from './integrity.ts';

/** Timeout for each file of a remote. */
const TIMEOUT_MS = 6000;

/** Manifests from the registry, by URL. */
const manifests = new Map<string, unknown>();

/** Provides a manifest, so that the runtime does not request it. */
export function keepManifest(address: string, manifest: unknown): void {
  manifests.set(address, manifest);
}

/**
 * A plug-in of the federation runtime that verifies each file and times out after 6 s. Manifest, entry and preloaded
 * files must have the hashes of the registry. A manifest that is not in the registry is requested without the cache and
 * must succeed.
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
      // The runtime would count a style sheet that it applies itself as loaded even if the request failed. It only
      // preloads them; the remote's own code applies them and notices failures.
      link.rel = 'preload';
      link.as = attrs?.['rel'] === 'stylesheet' ? 'style' : String(attrs?.['as']);
      link.href = url;
      guard(link);
      return link;
    },
  };
}
