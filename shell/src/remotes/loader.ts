import { type RegistryEntry, type RemoteModule } from '@mainstay/remote-contract';
import { type Federation } from './federation.ts';
import { findAltered } from './altered-file.ts';
import { type RemoteLoads } from './loads.ts';
import { findRemote, type GetRegistry, readRegistry } from './registry.ts';
import { RemoteFault } from './remote-fault.ts';
import { checkContract, readModule } from './remote-module.ts';

/** Timeout for loading and running a remote. */
const TIMEOUT_MS = 10_000;
/** A first attempt that fails sooner than this is retried once automatically. */
const QUICK_FAILURE_MS = 3000;

export interface RemoteLoader {
  /**
   * Loads the remote's module, or returns it if it is loaded already.
   * @throws RemoteFault
   */
  load: (name: string) => Promise<RemoteModule>;
  /** The module of a remote, if it is loaded already. */
  loaded: (name: string) => RemoteModule | undefined;
  /**
   * Discards the remote and loads the version that is current now.
   * @throws RemoteFault
   */
  reload: (name: string) => Promise<RemoteModule>;
  /** Starts loading in the background. */
  prefetch: (name: string) => void;
  loads: RemoteLoads;
}

/** Allows a version to run if its contract is supported and its file hashes are known. */
function admit(entry: RegistryEntry): void {
  // A build from before the number was published states it only once it runs.
  if (entry.contract !== null) checkContract(entry.contract);
  if (!entry.integrity) throw new RemoteFault('unverified');
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RemoteFault('timeout')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Loads remotes by name, each at most once until it is reloaded.
 * @param registry reads the registry; called with `fresh` for a retry or reload
 */
export function createRemoteLoader({
  federation,
  loads,
  registry = readRegistry,
  timeoutMs = TIMEOUT_MS,
}: {
  federation: Federation;
  loads: RemoteLoads;
  registry?: GetRegistry;
  timeoutMs?: number;
}): RemoteLoader {
  const modules = new Map<string, Promise<RemoteModule>>();
  const loaded = new Map<string, RemoteModule>();

  async function run(entry: RegistryEntry, force: boolean): Promise<RemoteModule> {
    admit(entry);
    // A retry also looks for the file that caused the failure.
    const altered = force ? await findAltered(entry) : null;
    try {
      return readModule(entry.name, await within(timeoutMs, federation.load(entry)));
    } catch (cause) {
      if (cause instanceof RemoteFault) throw cause;
      if (altered === null) throw new RemoteFault('files', { cause });
      throw new RemoteFault('integrity', { cause: new Error(`${altered} does not have its hash.`) });
    }
  }

  async function attempt(name: string, force: boolean): Promise<RemoteModule> {
    const startedAt = performance.now();
    const milliseconds = () => performance.now() - startedAt;
    try {
      const entry = findRemote(await registry(force), name);
      const remote = await run(entry, force);
      loads.succeeded(name, entry.version, milliseconds());
      return remote;
    } catch (error) {
      loads.failed(name, error, milliseconds());
      throw error;
    }
  }

  /** The first failure may only mean that a newer version has just replaced this one. */
  async function attemptTwice(name: string): Promise<RemoteModule> {
    const startedAt = performance.now();
    try {
      return await attempt(name, false);
    } catch (fault) {
      if (performance.now() - startedAt > QUICK_FAILURE_MS) throw fault;
      return attempt(name, true);
    }
  }

  function keep(name: string, work: Promise<RemoteModule>): Promise<RemoteModule> {
    modules.set(name, work);
    loaded.delete(name);
    work.then(
      (remote) => {
        if (modules.get(name) === work) loaded.set(name, remote);
      },
      () => {
        if (modules.get(name) === work) modules.delete(name);
      },
    );
    return work;
  }

  const load = (name: string) => modules.get(name) ?? keep(name, attemptTwice(name));
  return {
    load,
    loaded: (name) => loaded.get(name),
    reload: (name) => keep(name, attempt(name, true)),
    prefetch: (name) => void load(name).catch(() => undefined),
    loads,
  };
}
