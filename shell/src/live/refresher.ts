import { isApiError } from '@mainstay/web-kit';
import { type Query, type QueryClient } from '@tanstack/react-query';

/** A path is refreshed at most once in this time. */
const EVERY_MS = 1000;
/** Changes reach all browsers at once: their requests are spread over this time. */
const JITTER_MS = 300;
const MAX_WAIT_MS = 30_000;

/** Refetches queries after changes. */
export interface Refresher {
  /**
   * Refetches the queries that a screen shows, and marks the others stale, so that they are fetched when they are
   * next used.
   * @param spreadMs the requests are spread over this time
   */
  refresh: (affects: (query: Query) => boolean, spreadMs?: number) => void;
  stop: () => void;
}

/** The queries whose keys begin with the same path. They wait together. */
interface Path {
  /** The hashes of the queries to refetch. */
  waiting: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  isRunning: boolean;
  /** Not before this time (ms since 1970). */
  nextAt: number;
  failures: number;
}

/** The network, the gateway or the service failed: later it may not. */
const isPassing = (error: unknown) => !isApiError(error) || error.status >= 500 || error.status === 429;

/**
 * Refetches at most once a second per path. A change during a refetch leads to another one after it, and a refetch that
 * fails is tried again ever later, so that none is lost.
 */
export function createRefresher(queries: QueryClient, random: () => number = Math.random): Refresher {
  const paths = new Map<string, Path>();
  let isStopped = false;

  const pathOf = ({ queryKey: [first] }: Query): Path => {
    const name = String(first);
    const known = paths.get(name);
    if (known) return known;
    const path = { waiting: new Set<string>(), timer: undefined, isRunning: false, nextAt: 0, failures: 0 };
    paths.set(name, path);
    return path;
  };

  const plan = (path: Path, spreadMs: number) => {
    // It is in the refetch that is planned, or in the next one.
    if (isStopped || path.timer !== undefined || path.isRunning || path.waiting.size === 0) return;
    const wait = Math.max(0, path.nextAt - Date.now()) + random() * spreadMs;
    path.timer = setTimeout(() => void run(path), wait);
  };

  const run = async (path: Path) => {
    const due = path.waiting;
    path.waiting = new Set();
    path.timer = undefined;
    path.isRunning = true;
    path.nextAt = Date.now() + EVERY_MS;
    const isDue = ({ queryHash }: Query) => due.has(queryHash);
    await queries.refetchQueries({ type: 'active', predicate: isDue });
    const failed = queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: isDue })
      .filter(({ state }) => state.status === 'error' && isPassing(state.error));
    for (const { queryHash } of failed) path.waiting.add(queryHash);
    path.failures = failed.length === 0 ? 0 : path.failures + 1;
    if (path.failures > 0) {
      path.nextAt = Date.now() + Math.min(MAX_WAIT_MS, EVERY_MS * 2 ** path.failures);
    }
    path.isRunning = false;
    plan(path, JITTER_MS);
  };

  const touch = (query: Query, spreadMs: number) => {
    // It failed on load, and is not loaded again by itself: now it may be, when it is next used.
    if (!query.isActive() && query.state.status === 'error' && query.state.data === undefined)
      queries.getQueryCache().remove(query);
    query.invalidate();
    if (!query.isActive()) return;
    const path = pathOf(query);
    path.waiting.add(query.queryHash);
    plan(path, spreadMs);
  };

  return {
    refresh: (affects, spreadMs = JITTER_MS) => {
      for (const query of queries.getQueryCache().findAll({ predicate: affects })) {
        // What is on its way may have been read before the change, and counts as fresh when it arrives.
        const { fetchStatus, data } = query.state;
        const isLoading = fetchStatus === 'fetching' && data === undefined;
        if (!isLoading) touch(query, spreadMs);
        if (isLoading || (fetchStatus === 'fetching' && !query.isActive())) {
          query.promise?.then(
            () => {
              if (affects(query)) touch(query, spreadMs);
            },
            () => undefined,
          );
        }
      }
    },
    stop: () => {
      isStopped = true;
      for (const { timer } of paths.values()) clearTimeout(timer);
    },
  };
}
