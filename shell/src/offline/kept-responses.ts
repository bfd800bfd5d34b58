import { isApiError, isByPage, isOffline, isRefreshable } from '@mainstay/web-kit';
import { type Query, type QueryClient, type QueryPersister } from '@tanstack/react-query';
import { registryQuery } from '../remotes/registry.ts';
import { now } from '../session/lifetime.ts';
import { type KeptData, type KeptStore } from './kept-data.ts';
import { respondsInTime } from './response-wait.ts';
import { type SessionEnd } from './session-end.ts';
import { type ShownQueries } from './shown-queries.ts';

/** The versions of the shell and of the remotes, once they are known: another one may expect other data. */
function buildOf(queries: QueryClient): string | undefined {
  const registry = queries.getQueryData(registryQuery.queryKey);
  if (!registry) return undefined;
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[defer]')].map(({ src }) => src);
  return [...scripts, ...registry.remotes.map(({ name, version }) => `${name} ${version}`)].join();
}

/** Whether a response says that the data is not there, or not for this user. */
const isRefusal = (error: unknown): boolean => isApiError(error) && [401, 403, 404].includes(error.status);

/** Whether the responses of a query are kept. A form that starts from one says by `gcTime: 0` that it wants a new one. */
const isKept = (query: Query): boolean =>
  isRefreshable(query) && (query.gcTime !== 0 || query.meta?.['kept'] === true);

/** Shows what was kept as what it is, until the response comes. */
function showKept(shown: ShownQueries, query: Query, kept: KeptData, response: Promise<unknown>): void {
  if (query.state.data === undefined) return;
  shown.add(query, kept.at);
  query.setState({ dataUpdatedAt: kept.at });
  response.then(
    (data) => {
      if (shown.isShown(query)) query.setData(data);
    },
    (error: unknown) => {
      // Deleted, or no longer visible to this user: the screen says so.
      if (isRefusal(error) && shown.isShown(query)) query.setState({ data: undefined, dataUpdatedAt: 0 });
    },
  );
}

/**
 * Reads queries and keeps the responses. Without a network, or a response within 2 s, it returns what was kept, and
 * shows the response when it comes.
 * @param scope whose data is kept; undefined if nobody's is
 * @param isRecalled the server has not said yet who is signed in
 */
export function keepResponses(
  queries: QueryClient,
  store: KeptStore,
  {
    session,
    shown,
    scope,
    isRecalled,
  }: {
    session: SessionEnd;
    shown: ShownQueries;
    scope: () => string | undefined;
    isRecalled: () => boolean;
  },
): QueryPersister {
  const keep = (owner: string, queryHash: string, data: unknown, isByPerson: boolean) => {
    const build = buildOf(queries);
    if (scope() !== owner || build === undefined) return;
    const at = now();
    session.goesOnFrom(isByPerson ? at : session.usedAt());
    void store.write(owner, queryHash, { data, at, build }, session.usedAt());
  };

  return async (queryFn, context, query) => {
    const owner = scope();
    if (owner === undefined || !isKept(query)) return queryFn(context);
    const { queryHash } = query;
    const read = async () => {
      const isByPerson = !isByPage();
      try {
        const data = await queryFn(context);
        keep(owner, queryHash, data, isByPerson);
        return data;
      } catch (error) {
        if (isRefusal(error)) void store.forget(owner, queryHash);
        throw error;
      }
    };
    const response = read();
    const build = buildOf(queries);
    if (query.state.data !== undefined || build === undefined) return response;
    const isInTime = respondsInTime(response);
    if (!isOffline() && !isRecalled() && (await isInTime)) return response;
    const kept = await store.read(owner, queryHash, build);
    if (!kept || scope() !== owner) return response;
    // Once the query has it.
    setTimeout(() => showKept(shown, query, kept, response));
    return kept.data;
  };
}
