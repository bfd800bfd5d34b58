import { type Query, type QueryClient } from '@tanstack/react-query';

/** Whether a query is a list at `path`, with any filters, and not a single entity below it. */
const isListAt =
  (path: string) =>
  ({ queryKey: [first, ...rest] }: Query) =>
    first === path && rest.every((part) => typeof part === 'object');

/** Whether a query may be outdated by a write: not who is signed in, whether setup is complete, and what is no API. */
export const isRefreshable = ({ queryKey: [first] }: Pick<Query, 'queryKey'>): boolean =>
  typeof first === 'string' && first.startsWith('/api/') && !['/api/user', '/api/setup'].includes(first);

/**
 * Refetches the list at `path` after a write; the write counts as done afterwards (specification, section 7). All other
 * cached data is marked stale and refetched when a screen next uses it.
 */
export async function refreshList(client: QueryClient, path: string): Promise<void> {
  const isList = isListAt(path);
  await client.invalidateQueries({
    predicate: (query) => isRefreshable(query) && !isList(query),
    refetchType: 'none',
  });
  await client.invalidateQueries({ predicate: isList });
}
