import { type Query, type QueryClient } from '@tanstack/react-query';

/** Whether a query holds a list at `path`, whatever its filters; not a single thing below it. */
const isListAt =
  (path: string) =>
  ({ queryKey: [first, ...rest] }: Query) =>
    first === path && rest.every((part) => typeof part === 'object');

/** Who is signed in, and whether anybody can be, does not follow from what is written on a screen. */
const isIndependent = ({ queryKey: [first] }: Query) =>
  typeof first !== 'string' || !first.startsWith('/api/') || ['/api/user', '/api/setup'].includes(first);

/**
 * What follows a successful write: the list at `path` is fetched anew before the write counts as done (specification,
 * section 7). Nothing else is fetched now; whatever may show the old state is, when a screen next opens it.
 */
export async function refreshList(client: QueryClient, path: string): Promise<void> {
  const isList = isListAt(path);
  await client.invalidateQueries({
    predicate: (query) => !isIndependent(query) && !isList(query),
    refetchType: 'none',
  });
  await client.invalidateQueries({ predicate: isList });
}
