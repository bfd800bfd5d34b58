import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import { guard, integrityOf } from './integrity.ts';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/**
 * Makes the federation runtime fail where it would wait or believe: a manifest is never taken from a cache, must
 * be a success, nothing may take longer than the time-out, a style sheet must really come, and no file is used that is
 * not the one that was published.
 */
export default function impatience(): ModuleFederationRuntimePlugin {
  return {
    name: 'impatience',
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
      if (attrs?.['rel'] !== 'stylesheet') return undefined;
      // A style sheet that the runtime put into the page itself would count as loaded, even if it never came.
      // Fetched ahead like this, it is applied by the remote's own code, which notices a failure.
      const link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'style';
      link.href = url;
      guard(link);
      return link;
    },
  };
}
