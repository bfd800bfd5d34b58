import { parseRegistry, type RegistryEntry, type RemotesRegistry } from '@mainstay/remote-contract';
import { keepItem, readItem } from '@mainstay/web-kit';

const KEY = 'mainstay.screens';

/** Enough to render the sidebar. Without hashes, no remote can run from it. */
const declared = ({ name, version, manifest, contract, screens, headerItem }: RegistryEntry) => ({
  name,
  version,
  manifest,
  contract,
  screens,
  headerItem,
});

/** Stores the declarations of the remotes for the next start of the page. */
export function rememberRegistry({ remotes, disabled }: RemotesRegistry): void {
  const kept = { remotes: remotes.map(declared), disabled: disabled.map(declared) };
  keepItem('localStorage', KEY, JSON.stringify(kept));
}

/** The declarations from the last time this browser read the registry; null if it never did. */
export function recallRegistry(): RemotesRegistry | null {
  try {
    return parseRegistry(JSON.parse(readItem('localStorage', KEY) ?? ''));
  } catch {
    return null;
  }
}
