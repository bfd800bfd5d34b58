import { parseRegistry, type RegistryEntry, type RemotesRegistry } from '@mainstay/remote-contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { RemoteFault } from './remote-fault.ts';

const REGISTRY = '/remotes/registry.json';
const TIMEOUT_MS = 6000;

declare global {
  /** The registry request that start.js began; consumed once. */
  var mainstayRegistry: Promise<unknown> | undefined;
}

async function fetchRegistry(): Promise<unknown> {
  const requested = globalThis.mainstayRegistry;
  globalThis.mainstayRegistry = undefined;
  if (requested) return requested;
  const response = await fetch(REGISTRY, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/**
 * Fetches the registry of remotes.
 * @throws RemoteFault with a readable reason
 */
export async function readRegistry(): Promise<RemotesRegistry> {
  try {
    return parseRegistry(await fetchRegistry());
  } catch (cause) {
    throw new RemoteFault('registry', { cause });
  }
}

/** The registry as last read by this page, shared by sidebar, routes and loader. */
export const registryQuery = queryOptions({
  queryKey: [REGISTRY],
  queryFn: readRegistry,
  // A browser that assumes it is offline would otherwise pause the query silently.
  networkMode: 'always',
  // Without it the sidebar has no screens.
  retryOnMount: true,
});

/** Returns the cached registry of this page; with `fresh`, fetches it and replaces the cache. */
export type GetRegistry = (fresh: boolean) => Promise<RemotesRegistry>;

export function sharedRegistry(queries: QueryClient): GetRegistry {
  return (fresh) => queries.query({ ...registryQuery, staleTime: fresh ? 0 : Infinity });
}

/**
 * Finds the remote `name` in a registry.
 * @throws RemoteFault with a readable reason
 */
export function findRemote({ remotes, disabled }: RemotesRegistry, name: string): RegistryEntry {
  const entry = remotes.find((remote) => remote.name === name);
  if (entry) return entry;
  throw new RemoteFault(disabled.some((remote) => remote.name === name) ? 'disabled' : 'unpublished');
}
