import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/** A remote's server has this long for each file. */
const TIMEOUT_MS = 6000;

/**
 * Makes the federation runtime fail where it would wait or believe: a manifest is never taken from a cache, must
 * be a success, and nothing may take longer than the time-out.
 */
export default function impatience(): ModuleFederationRuntimePlugin {
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
    createScript: () => ({ timeout: TIMEOUT_MS }),
  };
}
