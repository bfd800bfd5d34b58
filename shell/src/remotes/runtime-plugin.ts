import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/**
 * Makes the federation runtime fail where it would wait or believe: a manifest is never taken from a cache, must
 * be a success, nothing may take longer than the time-out, and a style sheet must really come.
 */
export default function impatience(): ModuleFederationRuntimePlugin {
  /** How often each entry has been asked for. */
  const asked = new Map<string, number>();
  return {
    name: 'impatience',
    async fetch(address, init) {
      const response = await fetch(address, {
        ...init,
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status} for ${address}`);
      return response;
    },
    createScript({ url }) {
      const times = asked.get(url) ?? 0;
      asked.set(url, times + 1);
      const script = document.createElement('script');
      // A browser lets a second request for one address wait behind a first that hangs: ask differently.
      script.src = times === 0 ? url : `${url}?again=${times}`;
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
      return link;
    },
  };
}
