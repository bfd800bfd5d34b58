import { type FaultKind, RemoteFault } from './remote-fault.ts';

/** The load state of a remote in this page. */
export interface RemoteLoad {
  /** The running version; null if none runs. */
  version: string | null;
  /** Load time. */
  milliseconds: number | null;
  lastError: { at: Date; text: string } | null;
}

/** The result of one load, as the metrics count it. */
export interface LoadReport {
  remote: string;
  outcome: 'loaded' | FaultKind;
  milliseconds: number;
}

/** The load states of all remotes in this page. */
export interface RemoteLoads {
  /** The load states by remote name: a new map after each change. */
  read: () => ReadonlyMap<string, RemoteLoad>;
  /**
   * Calls `listener` after each change.
   * @returns a function that unsubscribes
   */
  subscribe: (listener: () => void) => () => void;
  succeeded: (remote: string, version: string, milliseconds: number) => void;
  failed: (remote: string, error: unknown, milliseconds: number) => void;
}

/** @param report called once for each load */
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

/** Delay before a success is reported, so that it does not compete with the screen's own requests. */
const LATER_MS = 5000;

let isLeft = false;
window.addEventListener('pagehide', () => (isLeft = true));
window.addEventListener('pageshow', () => (isLeft = false));

/**
 * Reports to svc-auth, which counts: failures at once, successes later or when the page is closed. Nothing is reported
 * that failed because the page was left, or without a session.
 */
export function reportLoad(load: LoadReport, isSignedIn: () => boolean): void {
  if (load.outcome !== 'loaded') {
    if (!isLeft && isSignedIn()) send(load);
    return;
  }
  const sendOnce = () => {
    clearTimeout(timer);
    window.removeEventListener('pagehide', sendOnce);
    if (isSignedIn()) send(load);
  };
  const timer = setTimeout(sendOnce, LATER_MS);
  window.addEventListener('pagehide', sendOnce);
}

/** Fire and forget: an older svc-auth responds with 404. */
function send(load: LoadReport): void {
  void fetch('/api/remote-loads', {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', 'Sent-By': 'page' },
    body: JSON.stringify(load),
  }).catch(() => undefined);
}
