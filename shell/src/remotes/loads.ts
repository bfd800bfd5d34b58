import { type FaultKind, RemoteFault } from './remote-fault.ts';

/** How a remote has fared in this page. */
export interface RemoteLoad {
  /** The version that runs; null while none does. */
  version: string | null;
  /** How long that took. */
  milliseconds: number | null;
  lastError: { at: Date; text: string } | null;
}

/** The end of one load, as the metrics count it. */
export interface LoadReport {
  remote: string;
  outcome: 'loaded' | FaultKind;
  milliseconds: number;
}

/** What became of every load in this page. */
export interface RemoteLoads {
  /** The loads by the names of their remotes: another map after each change. */
  read: () => ReadonlyMap<string, RemoteLoad>;
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  succeeded: (remote: string, version: string, milliseconds: number) => void;
  failed: (remote: string, error: unknown, milliseconds: number) => void;
}

/** @param report is told of each load once. */
export function createRemoteLoads(report: (load: LoadReport) => void): RemoteLoads {
  let loads: ReadonlyMap<string, RemoteLoad> = new Map();
  const listeners = new Set<() => void>();

  function set(remote: string, load: Omit<RemoteLoad, 'lastError'> & Partial<RemoteLoad>): void {
    const lastError = loads.get(remote)?.lastError ?? null;
    loads = new Map(loads).set(remote, { lastError, ...load });
    for (const listener of listeners) listener();
  }

  return {
    read: () => loads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    succeeded: (remote, version, time) => {
      const milliseconds = Math.round(time);
      set(remote, { version, milliseconds });
      report({ remote, outcome: 'loaded', milliseconds });
    },
    failed: (remote, error, time) => {
      const text = error instanceof Error ? error.message : String(error);
      set(remote, { version: null, milliseconds: null, lastError: { at: new Date(), text } });
      const outcome = error instanceof RemoteFault ? error.kind : 'crashed';
      report({ remote, outcome, milliseconds: Math.round(time) });
    },
  };
}

/** A success is reported this long after it, so that it does not compete with the requests of the screen. */
const LATER_MS = 5000;

/** Tells svc-auth, which counts: a failure at once, a success later or when the page is left. */
export function reportLoad(load: LoadReport): void {
  if (load.outcome !== 'loaded') {
    send(load);
    return;
  }
  const sendOnce = () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', sendOnce);
    send(load);
  };
  const timer = setTimeout(sendOnce, LATER_MS);
  window.addEventListener('pagehide', sendOnce);
}

/** Nobody waits for it, and a service from before it answers 404. */
function send(load: LoadReport): void {
  void fetch('/api/remote-loads', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(load),
  }).catch(() => undefined);
}
