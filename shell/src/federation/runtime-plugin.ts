import { type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { guard, integrityOf } from './integrity.ts';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/**
 * Makes the federation runtime check each file and give up on slow ones. The manifest comes past all caches and must be a
 * success; manifest, entry and preloaded files must have the hashes of the registry; each has 6 s to arrive.
 */
export default function checkedFiles(): ModuleFederationRuntimePlugin {
  return {
    name: 'checked-files',
    async fetch(address, init) {
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
