import { type RegistryEntry } from '@mainstay/remote-contract';
import { loadRemote, registerRemotes, registerShared } from '@module-federation/enhanced/runtime';
import { trust } from './integrity.ts';
import { keepManifest } from './runtime-plugin.ts';

/** What the page uses of the federation runtime, which is a file of its own and is fetched with the first remote. */
export interface FederationHost {
  /** Registers the page's shared modules for all remotes. */
  share: typeof registerShared;
  /**
   * Fetches and runs a version of a remote, without using an earlier result.
   * @returns the module exposed as `./remote`
   * @throws Error if a file does not arrive in time or does not have its hash
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
    // `force` discards what the runtime cached of an earlier attempt.
    registerRemotes([{ name, entry: address }], { force: true });
    return loadRemote(`${name}/remote`);
  },
};

Object.assign(globalThis, { mainstayFederation: host });
