import { isByPage, isRefreshable, readDrafts } from '@mainstay/web-kit';
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { rememberAskedAddress } from '../session/asked-address.ts';
import { now } from '../session/lifetime.ts';
import { type CurrentUser, sessionQuery, setUser } from '../session/session.queries.ts';
import { onSignOutDue } from '../session/sign-out.ts';
import { openKept, scopeOf } from './kept-data.ts';
import { keepResponses } from './kept-responses.ts';
import { respondsInTime } from './response-wait.ts';
import { watchSessionEnd } from './session-end.ts';
import { createShownQueries } from './shown-queries.ts';

/** How often the session is asked for again until the server responds. */
const SESSION_RETRY_MS = 15_000;

/** The data that this page shows from an earlier visit. */
export interface KeptQueries {
  /** When the oldest of it that is on the screen was read (ms since 1970); undefined if all is of this visit. */
  oldest: () => number | undefined;
  /** Reads the session for the first render: after 2 s, or without a network, it is the last visit's. */
  openSession: () => Promise<void>;
  /** Reads again what is of an earlier visit or failed, after the network has returned. */
  refresh: () => Promise<void>;
  /** Deletes all, and keeps nothing more in this page. */
  stop: () => Promise<void>;
}

const sessionHash = hashKey(sessionQuery.queryKey);

const pages = new WeakMap<QueryClient, KeptQueries>();

/** What is kept of the queries of this client, from the first call on. */
export function keptOf(queries: QueryClient): KeptQueries {
  const kept = pages.get(queries) ?? keepQueries(queries);
  pages.set(queries, kept);
  return kept;
}

/**
 * Keeps the responses of the API for this user in this browser. In the next visit they are shown where there is no
 * network, or no response within 2 s, until they have been read again. They are deleted when the session ends, also
 * without a network, and when another user signs in.
 */
export function keepQueries(queries: QueryClient, reload = () => location.reload()): KeptQueries {
  const cache = queries.getQueryCache();
  const store = openKept();
  const shown = createShownQueries(cache);
  const session = watchSessionEnd(queries, store);
  let isOn = true;
  /** Whose data is shown until the server has said who is signed in. */
  let recalled: string | undefined;

  const user = () => queries.getQueryData(sessionQuery.queryKey);
  const persister = keepResponses(queries, store, {
    session,
    shown,
    scope: () => (isOn ? scopeOf(user()) : undefined),
    isRecalled: () => recalled !== undefined,
  });
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister } });

  const refresh = async () => {
    const isDue = (query: Query) =>
      shown.isShown(query) || (isRefreshable(query) && query.state.status === 'error');
    await queries.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  };

  /** The server has said who is signed in. */
  const keepUser = (current: CurrentUser | null) => {
    const owner = scopeOf(current);
    if (!current || owner === undefined) {
      void store.erase();
      return;
    }
    if (!isOn) return;
    const isKept = store.keepUser({
      scope: owner,
      user: { ...current, streamStart: undefined },
      at: session.usedAt(),
    });
    if (recalled === owner) void refresh();
    // Nothing that this page shows is theirs.
    else if (recalled !== undefined) void isKept.then(reload);
    recalled = undefined;
  };
  let last: CurrentUser | null | undefined;
  cache.subscribe((event) => {
    const query = cache.get(sessionHash);
    if (!query || event.query.queryHash !== sessionHash) return;
    const current = user();
    if (current === undefined || shown.isShown(query)) return;
    if (event.type === 'updated' && event.action.type === 'success') {
      const said = current?.lifetime;
      // A screen that reads its user itself does not hear it.
      const usedAt = said?.usedAt ?? (isByPage() ? 0 : now());
      session.goesOnFrom(Math.max(session.usedAt(), usedAt), said);
      readDrafts(current?.id);
    }
    if (current === last) return;
    last = current;
    keepUser(current);
  });
  onSignOutDue((isDue, isElsewhere) => {
    if (!isDue) return;
    // Signing in opens again what this tab shows.
    const current = user();
    if (isElsewhere && current) rememberAskedAddress(current.id);
    setUser(queries, null);
  });

  const openSession = async () => {
    if (await respondsInTime(queries.query(sessionQuery))) return;
    const kept = await store.readUser();
    const query = cache.get(sessionHash);
    if (!kept || !query || query.state.data !== undefined) return;
    recalled = kept.scope;
    session.goesOnFrom(kept.at, kept.user.lifetime);
    shown.add(query, kept.at);
    queries.setQueryData(sessionQuery.queryKey, kept.user, { updatedAt: kept.at });
    const retrying = setInterval(() => {
      if (shown.isShown(query)) void queries.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true });
      else clearInterval(retrying);
    }, SESSION_RETRY_MS);
  };

  return {
    oldest: shown.oldest,
    openSession,
    refresh,
    stop: () => {
      isOn = false;
      return store.erase();
    },
  };
}
