import { isApiError, isByPage, isOffline, isRefreshable, readDrafts } from '@mainstay/web-kit';
import { hashKey, type Query, type QueryClient, type QueryPersister } from '@tanstack/react-query';
import { registryQuery } from '../remotes/registry.ts';
import { rememberAskedAddress } from '../session/asked-address.ts';
import { endOf, type Lifetime, now } from '../session/lifetime.ts';
import { type CurrentUser, sessionQuery, setUser } from '../session/session.queries.ts';
import { onSignOutDue } from '../session/sign-out.ts';
import { openKept } from './kept-data.ts';

/** How long the page waits for the server before it shows the user and the data of the last visit. */
const RESPONSE_WAIT_MS = 2000;
/** The longest timer of browsers. */
const LONGEST_MS = 2 ** 31 - 1;
/** How often the session is asked for again until the server responds. */
const SESSION_RETRY_MS = 15_000;

const waited = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), RESPONSE_WAIT_MS));

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

const scopeOf = (user: CurrentUser | null | undefined): string | undefined =>
  user ? `${user.id} ${user.role}` : undefined;

/** The versions of the shell and of the remotes, once they are known: another one may expect other data. */
function buildOf(queries: QueryClient): string | undefined {
  const registry = queries.getQueryData(registryQuery.queryKey);
  if (!registry) return undefined;
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);
  return [...scripts, ...registry.remotes.map(({ name, version }) => `${name} ${version}`)].join();
}

/** Whether a response says that the data is not there, or not for this user. */
const isRefusal = (error: unknown): boolean => isApiError(error) && [401, 403, 404].includes(error.status);

/**
 * Keeps the responses of the API for this user in this browser. In the next visit they are shown where there is no
 * network, or no response within 2 s, until they have been read again. They are deleted when the session ends, also
 * without a network, and when another user signs in.
 */
export function keepQueries(queries: QueryClient, reload = () => location.reload()): KeptQueries {
  const shown = new Map<Query, number>();
  const cache = queries.getQueryCache();
  const store = openKept();
  let isOn = true;
  /** Until when the session goes on without another response of the server. */
  let end = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lifetime: Lifetime | undefined;
  /** When a person last used the session. */
  let usedAt = 0;
  /** Whose data is shown until the server has said who is signed in. */
  let recalled: string | undefined;

  const scope = (): string | undefined => (isOn ? scopeOf(user()) : undefined);
  /** @param at when the data was read */
  const showKept = (query: Query, at: number) => {
    shown.set(query, at);
    query.setState({ dataUpdatedAt: at });
  };
  const user = () => queries.getQueryData(sessionQuery.queryKey);
  const watchEnd = (until: number) => {
    end = until;
    clearTimeout(timer);
    timer = setTimeout(() => void checkEnd(), Math.min(end - now(), LONGEST_MS));
  };
  /** Shows nothing more of a session that has ended, whether or not there is a network. */
  const checkEnd = async () => {
    readDrafts(user()?.id);
    if (!user()) return;
    if (now() >= end) {
      const kept = await store.readUser();
      // Another tab may have heard from the server.
      if (kept && kept.scope === scopeOf(user())) watchEnd(Math.max(end, endOf(kept.at, kept.user.lifetime)));
    }
    if (now() < end) {
      watchEnd(end);
      return;
    }
    const asked = queries.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true });
    await Promise.race([asked, waited()]);
    if (!user() || now() < end) return;
    rememberAskedAddress(user()?.id);
    setUser(queries, null);
  };
  const isShown = (query: Query): boolean =>
    shown.get(query) === query.state.dataUpdatedAt && cache.get(query.queryHash) === query;

  const persister: QueryPersister = async (queryFn, context, query) => {
    const owner = scope();
    // A form that starts from its query says by `gcTime: 0` that it wants nothing from before.
    const isForForm = query.gcTime === 0 && query.meta?.['kept'] !== true;
    if (owner === undefined || !isRefreshable(query) || isForForm) return queryFn(context);
    const { queryHash } = query;
    const read = async () => {
      const isByPerson = !isByPage();
      try {
        const data = await queryFn(context);
        const readBy = buildOf(queries);
        if (scope() === owner && readBy !== undefined) {
          const at = now();
          if (isByPerson) usedAt = at;
          void store.write(owner, queryHash, { data, at, build: readBy }, usedAt);
          watchEnd(endOf(usedAt, lifetime));
        }
        return data;
      } catch (error) {
        if (isRefusal(error)) void store.forget(owner, queryHash);
        throw error;
      }
    };
    const response = read();
    const build = buildOf(queries);
    if (query.state.data !== undefined || build === undefined) return response;
    const isAnswered = response.then(
      () => true,
      (error: unknown) => isApiError(error),
    );
    const isLost = isOffline() || recalled !== undefined;
    if (!isLost && (await Promise.race([isAnswered, waited()]))) return response;
    const kept = await store.read(owner, queryHash, build);
    if (!kept || scope() !== owner) return response;
    // Once the query has it.
    setTimeout(() => {
      if (query.state.data === undefined) return;
      showKept(query, kept.at);
      response.then(
        (data) => {
          if (isShown(query)) query.setData(data);
        },
        (error: unknown) => {
          // Deleted, or no longer visible to this user: the screen says so.
          if (isRefusal(error) && isShown(query)) query.setState({ data: undefined, dataUpdatedAt: 0 });
        },
      );
    });
    return kept.data;
  };
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, persister } });

  const refresh = async () => {
    const isDue = (query: Query) =>
      isShown(query) || (isRefreshable(query) && query.state.status === 'error');
    await queries.refetchQueries({ type: 'active', predicate: isDue }, { cancelRefetch: false });
  };

  let last: unknown;
  cache.subscribe((event) => {
    const session = cache.get(sessionHash);
    if (!session || event.query.queryHash !== sessionHash) return;
    const current = user();
    if (current === undefined || isShown(session)) return;
    if (event.type === 'updated' && event.action.type === 'success') {
      lifetime = current?.lifetime ?? lifetime;
      // A screen that reads its user itself does not hear it.
      usedAt = Math.max(usedAt, current?.lifetime?.usedAt ?? (isByPage() ? 0 : now()));
      watchEnd(endOf(usedAt, lifetime));
      readDrafts(current?.id);
    }
    if (current === last) return;
    last = current;
    const owner = scopeOf(current);
    if (!current || owner === undefined) void store.erase();
    else if (isOn) {
      const isKept = store.keepUser({
        scope: owner,
        user: { ...current, streamStart: undefined },
        at: usedAt,
      });
      if (recalled === owner) void refresh();
      // Nothing that this page shows is theirs.
      else if (recalled !== undefined) void isKept.then(reload);
      recalled = undefined;
    }
  });
  onSignOutDue((isDue, isElsewhere) => {
    if (!isDue) return;
    // Signing in opens again what this tab shows.
    const current = user();
    if (isElsewhere && current) rememberAskedAddress(current.id);
    setUser(queries, null);
  });
  for (const event of ['visibilitychange', 'pageshow']) window.addEventListener(event, () => void checkEnd());

  const openSession = async () => {
    const asked = queries.query(sessionQuery).then(
      () => true,
      (error: unknown) => isApiError(error),
    );
    if (await Promise.race([asked, waited()])) return;
    const kept = await store.readUser();
    const query = cache.get(sessionHash);
    if (!kept || !query || query.state.data !== undefined) return;
    recalled = kept.scope;
    lifetime = kept.user.lifetime;
    usedAt = kept.at;
    watchEnd(endOf(usedAt, lifetime));
    shown.set(query, kept.at);
    queries.setQueryData(sessionQuery.queryKey, kept.user, { updatedAt: kept.at });
    const retrying = setInterval(() => {
      if (isShown(query)) void queries.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true });
      else clearInterval(retrying);
    }, SESSION_RETRY_MS);
  };

  return {
    oldest: () => {
      const times = [...shown].flatMap(([query, at]) => (query.isActive() && isShown(query) ? [at] : []));
      return times.length > 0 ? Math.min(...times) : undefined;
    },
    openSession,
    refresh,
    stop: () => {
      isOn = false;
      return store.erase();
    },
  };
}
