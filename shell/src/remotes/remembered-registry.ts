import { parseRegistry, type RegistryEntry, type RemotesRegistry } from '@mainstay/remote-contract';

const KEY = 'mainstay.screens';

/** Enough to draw the sidebar. Without hashes, nothing of it can run. */
const declared = ({ name, version, manifest, contract, screens, headerItem }: RegistryEntry) => ({
  ...{ name, version, manifest, contract, screens, headerItem },
});

/** Keeps what the remotes declare for the next start of the page. */
export function rememberRegistry({ remotes, disabled }: RemotesRegistry): void {
  try {
    const kept = { remotes: remotes.map(declared), disabled: disabled.map(declared) };
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage that is full or forbidden: the next start waits for the registry.
  }
}

/** What the remotes declared when this browser read the registry last; null when it never did. */
export function recallRegistry(): RemotesRegistry | null {
  try {
    return parseRegistry(JSON.parse(localStorage.getItem(KEY) ?? ''));
  } catch {
    return null;
  }
}
