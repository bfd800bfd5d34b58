import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isUnauthorized, readApiError } from './api-error.ts';
import { firstResponse } from './first-response.ts';
import { sentBy } from './sent-by.ts';
import { noteTime } from './server-clock.ts';

/**
 * The URL of a query key: its parts joined by slashes, with a trailing object as query string. `['/api/tickets', id,
 * 'attachments', { limit: 5 }]` is /api/tickets/<id>/attachments?limit=5.
 */
export function addressOf(queryKey: QueryKey): string {
  const parts = [...queryKey];
  const last = parts.at(-1);
  const query = new URLSearchParams();
  if (typeof last === 'object' && last !== null) {
    parts.pop();
    for (const [name, value] of Object.entries(last)) {
      if (value !== undefined && value !== null) query.append(name, String(value));
    }
  }
  const [path, ...rest] = parts.map(String);
  const address = [path, ...rest.map(encodeURIComponent)].join('/');
  return query.size > 0 ? `${address}?${query}` : address;
}

/** The default loader (specification, section 7): a GET on the key's URL with cookies, parsed as JSON. */
export async function loadQuery({
  queryKey,
  signal,
}: {
  queryKey: QueryKey;
  signal?: AbortSignal;
}): Promise<unknown> {
  const address = addressOf(queryKey);
  const send = () => fetch(address, { credentials: 'include', headers: sentBy(), signal: signal ?? null });
  const response = await firstResponse(address, send);
  noteTime(response);
  if (!response.ok) throw await readApiError(response);
  return response.json();
}

/**
 * The `meta` of mutations after which an unauthorized user is sent to sign in without a check (specification, section
 * 8: creating a location or a ticket).
 */
export const leavesWhenUnauthorized = { leavesWhenUnauthorized: true } as const;

/**
 * The `meta` of queries with `gcTime: 0` that the browser keeps for the next visit all the same: screens that show
 * something, and whose forms read it again.
 */
export const kept = { kept: true } as const;

/**
 * Creates a QueryClient with the defaults of the specification, section 9: no staleness, retries, refetching on focus
 * or polling. Without a network a request fails: nothing waits unseen to be sent later.
 * @param onUnauthorized called for each query or mutation that fails as unauthorized; `leaves` is true for a mutation
 *   whose `meta` is {@link leavesWhenUnauthorized}
 */
export function createQueryClient({
  onUnauthorized,
}: { onUnauthorized?: (call: { leaves: boolean }) => void } = {}): QueryClient {
  const queryCache = new QueryCache({
    onError(error) {
      if (isUnauthorized(error)) onUnauthorized?.({ leaves: false });
    },
  });
  const left = new WeakSet<object>();
  queryCache.subscribe(({ type, query }) => {
    if (type === 'observerRemoved') left.add(query);
  });
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onError(error, _variables, _result, { meta }) {
        if (isUnauthorized(error)) onUnauthorized?.({ leaves: meta?.['leavesWhenUnauthorized'] === true });
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: loadQuery,
        networkMode: 'always',
        staleTime: Infinity,
        retry: false,
        // What failed before its component was there, or beside it, is shown as failed. Who comes back to it asks again.
        retryOnMount: (query) => left.has(query),
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
