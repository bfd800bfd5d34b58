import { type RegistryEntry } from '@mainstay/remote-contract';
import { loadRemote, registerRemotes, registerShared } from '@module-federation/enhanced/runtime';
import { trust } from './integrity.ts';
import { keepManifest } from './runtime-plugin.ts';

/** What the page uses of the federation runtime. The runtime is built as a file of its own, fetched with the first remote. */
export interface FederationHost {
  /** Offers the page's modules to all remotes. */
  share: typeof registerShared;
  /**
   * Fetches and runs a version of a remote, each time anew.
   * @returns the module it exposes as `./remote`.
   * @throws Error if one of its files is not loaded in time or does not have its hash.
   */
  load: (entry: RegistryEntry) => Promise<unknown>;
}

const host: FederationHost = {
  share: registerShared,
  load: (entry) => {
    trust(entry);
    const { name, manifest, build } = entry;
    const address = new URL(manifest, location.origin).href;
    if (build) keepManifest(address, build);
    // `force` drops what the runtime keeps of an earlier try.
    registerRemotes([{ name, entry: address }], { force: true });
    return loadRemote(`${name}/remote`);
  },
};

Object.assign(globalThis, { mainstayFederation: host });
