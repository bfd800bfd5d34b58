import { anyContains, bodyOf, byPage, useSearchedList } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';
import { fullName } from './names.ts';

export type Person = CoreSchemas['PersonResponse'];

/** The server returns at most this many. */
const MOST = 200;

/**
 * The active users who can open a ticket and match `q`, dropped from the cache as soon as they are unused. All come
 * on one page; as many as the server returns at most count as a part of the list, which is then searched on the
 * server.
 */
const peopleQuery = (ticketId: string, q: string | undefined) => ({
  ...byPage,
  queryKey: ['/api/tickets', ticketId, 'people', { q }],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const items = await bodyOf(
      core.GET('/api/tickets/{id}/people', { params: { path: { id: ticketId }, query: { q } }, signal }),
    );
    return { items, total: items.length, next: items.length < MOST ? undefined : 'more' };
  },
  gcTime: 0,
});

const matches = (person: Person, text: string) => anyContains([fullName(person)], text);

/** The people who can open a ticket and match a search text. Nothing is fetched unless `enabled`. */
export const usePeople = (ticketId: string, search: string, options: { enabled: boolean }) =>
  useSearchedList((q) => peopleQuery(ticketId, q), matches, search, options);
