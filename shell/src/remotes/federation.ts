import { loadRemote, registerRemotes } from '@module-federation/runtime';
import { fetchParts } from './parts.ts';

/** The part of module federation that the loader uses. */
export interface Federation {
  /** Tells the runtime where a remote's manifest is. `force` forgets everything it held of that remote. */
  register: (name: string, manifest: string, options: { force: boolean }) => void;
  /** Loads and runs the remote's exposed module; rejects if any of its files does not come. */
  load: (name: string) => Promise<unknown>;
}

export const federation: Federation = {
  register: (name, manifest, options) =>
    registerRemotes([{ name, entry: new URL(manifest, location.origin).href }], options),
  load: (name) => {
    fetchParts();
    return loadRemote(`${name}/remote`);
  },
};
