import { type Query, type QueryClient } from '@tanstack/react-query';

/** Whether a query is a list at `path`, with any filters, and not a single entity below it. */
const isListAt =
  (path: string) =>
  ({ queryKey: [first, ...rest] }: Query) =>
    first === path && rest.every((part) => typeof part === 'object');

/** Writes do not change who is signed in or whether setup is complete. */
const isIndependent = ({ queryKey: [first] }: Query) =>
  typeof first !== 'string' || !first.startsWith('/api/') || ['/api/user', '/api/setup'].includes(first);

/**
 * Refetches the list at `path` after a write; the write counts as done afterwards (specification, section 7). All other
 * cached data is marked stale and refetched when a screen next uses it.
 */
export async function refreshList(client: QueryClient, path: string): Promise<void> {
  const isList = isListAt(path);
  await client.invalidateQueries({
    predicate: (query) => !isIndependent(query) && !isList(query),
    refetchType: 'none',
  });
  await client.invalidateQueries({ predicate: isList });
}
