import { acceptsContract, CONTRACT, type RemoteModule } from '@mainstay/remote-contract';
import { type Federation } from './federation.ts';
import { findRemote } from './registry.ts';
import { RemoteFault } from './remote-fault.ts';

/** A remote that has not run after this time counts as dead. */
const TIMEOUT_MS = 10_000;
/** A first attempt that failed faster than this is repeated once by itself. */
const QUICK_FAILURE_MS = 3000;

export interface RemoteLoader {
  /** The remote's module; what was loaded once is kept. @throws RemoteFault */
  load: (name: string) => Promise<RemoteModule>;
  /** Forgets the remote and loads whatever version is current now. @throws RemoteFault */
  reload: (name: string) => Promise<RemoteModule>;
  /** Starts loading without anybody waiting for it. */
  prefetch: (name: string) => void;
}

function isRemoteModule(value: unknown): value is RemoteModule {
  return (
    typeof value === 'object' && value !== null && 'Screen' in value && typeof value.Screen === 'function'
  );
}

function checked(name: string, exports: unknown): RemoteModule {
  const remote =
    typeof exports === 'object' && exports !== null && 'default' in exports ? exports.default : null;
  if (!isRemoteModule(remote)) throw new RemoteFault('It is not built as a screen of Mainstay.');
  if (!acceptsContract(remote.contract)) {
    throw new RemoteFault(
      `It was built for version ${String(remote.contract)} of the contract with this page, which knows ${CONTRACT}. Reload the page.`,
    );
  }
  if (remote.name !== name) throw new RemoteFault(`It calls itself ${remote.name}.`);
  return remote;
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RemoteFault('It did not answer in time.')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Loads remotes by name from the registry of the moment, each at most once until it is reloaded. */
export function createRemoteLoader({
  federation,
  timeoutMs = TIMEOUT_MS,
}: {
  federation: Federation;
  timeoutMs?: number;
}): RemoteLoader {
  const loads = new Map<string, Promise<RemoteModule>>();

  async function attempt(name: string, force: boolean): Promise<RemoteModule> {
    const entry = await findRemote(name);
    federation.register(name, entry.manifest, { force });
    const exports = await within(timeoutMs, federation.load(name)).catch((cause: unknown) => {
      throw cause instanceof RemoteFault
        ? cause
        : new RemoteFault('Its files could not be loaded.', { cause });
    });
    return checked(name, exports);
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
    loads.set(name, work);
    work.catch(() => {
      if (loads.get(name) === work) loads.delete(name);
    });
    return work;
  }

  const load = (name: string) => loads.get(name) ?? keep(name, attemptTwice(name));
  return {
    load,
    reload: (name) => keep(name, attempt(name, true)),
    prefetch: (name) => void load(name).catch(() => undefined),
  };
}
