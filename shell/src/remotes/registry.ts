import { parseRegistry, type RegistryEntry } from '@mainstay/remote-contract';
import { RemoteFault } from './remote-fault.ts';

const TIMEOUT_MS = 6000;

async function readRegistry(): Promise<unknown> {
  const response = await fetch('/remotes/registry.json', {
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/**
 * Reads the registry of remotes as it is now and finds `name` in it.
 * @throws RemoteFault with a readable reason.
 */
export async function findRemote(name: string): Promise<RegistryEntry> {
  const registry = await readRegistry()
    .then(parseRegistry)
    .catch((cause: unknown) => {
      throw new RemoteFault('The list of screens could not be read.', { cause });
    });
  const entry = registry.remotes.find((remote) => remote.name === name);
  if (!entry) throw new RemoteFault('It is not published at the moment.');
  return entry;
}
