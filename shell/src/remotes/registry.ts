import { parseRegistry, type RegistryEntry, type RemotesRegistry } from '@mainstay/remote-contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { RemoteFault } from './remote-fault.ts';

const REGISTRY = '/remotes/registry.json';
const TIMEOUT_MS = 6000;

declare global {
  /** The registry as start.js has requested it; taken once. */
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
 * Reads the registry of remotes as it is now.
 * @throws RemoteFault with a readable reason.
 */
export async function readRegistry(): Promise<RemotesRegistry> {
  try {
    return parseRegistry(await fetchRegistry());
  } catch (cause) {
    throw new RemoteFault('registry', { cause });
  }
}

/** The registry as this page read it last: the sidebar, the routes and the loader share it. */
export const registryQuery = queryOptions({
  queryKey: [REGISTRY],
  queryFn: readRegistry,
  // A browser that believes to be offline would otherwise wait, and say nothing.
  networkMode: 'always',
});

/** Gives the registry of this page, or with `fresh` that of this moment, which is then the page's. */
export type GetRegistry = (fresh: boolean) => Promise<RemotesRegistry>;

export function sharedRegistry(queries: QueryClient): GetRegistry {
  return (fresh) => queries.query({ ...registryQuery, staleTime: fresh ? 0 : Infinity });
}

/**
 * Finds the remote `name` in a registry.
 * @throws RemoteFault with a readable reason.
 */
export function findRemote({ remotes, disabled }: RemotesRegistry, name: string): RegistryEntry {
  const entry = remotes.find((remote) => remote.name === name);
  if (entry) return entry;
  throw new RemoteFault(disabled.some((remote) => remote.name === name) ? 'disabled' : 'unpublished');
}
