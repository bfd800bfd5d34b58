import { parseRegistry, type RegistryEntry, type RemotesRegistry } from '@mainstay/remote-contract';
import { RemoteFault } from './remote-fault.ts';

export const REGISTRY = '/remotes/registry.json';
const TIMEOUT_MS = 6000;

async function fetchRegistry(): Promise<unknown> {
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

/**
 * Finds `name` in the registry of this moment.
 * @throws RemoteFault with a readable reason.
 */
export async function findRemote(name: string): Promise<RegistryEntry> {
  const { remotes, disabled } = await readRegistry();
  const entry = remotes.find((remote) => remote.name === name);
  if (entry) return entry;
  throw new RemoteFault(disabled.some((remote) => remote.name === name) ? 'disabled' : 'unpublished');
}
