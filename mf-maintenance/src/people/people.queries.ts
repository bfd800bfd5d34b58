import { anyContains, bodyOf, useDebouncedValue } from '@mainstay/web-kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { core, type CoreSchemas } from '../api/core.ts';
import { fullName } from './names.ts';

export type Person = CoreSchemas['PersonResponse'];

/** The server returns at most this many. */
const MOST = 200;

/** The active users who can open a ticket and match `q`, dropped from the cache as soon as they are unused. */
const peopleQuery = (ticketId: string, q: string | undefined) =>
  queryOptions({
    queryKey: ['/api/tickets', ticketId, 'people', { q }],
    queryFn: ({ signal }) =>
      bodyOf(
        core.GET('/api/tickets/{id}/people', { params: { path: { id: ticketId }, query: { q } }, signal }),
      ),
    gcTime: 0,
  });

/**
 * The people who can open a ticket and match a search text: searched in the browser if all are loaded, else on the server.
 * Nothing is fetched unless `enabled`.
 */
export function usePeople(ticketId: string, search: string, { enabled }: { enabled: boolean }) {
  const text = search.trim();
  const q = useDebouncedValue(text);
  const all = useQuery({ ...peopleQuery(ticketId, undefined), enabled });
  const isServerSearch = text !== '' && (all.data?.length ?? 0) >= MOST;
  const found = useQuery({
    ...peopleQuery(ticketId, q),
    enabled: enabled && isServerSearch && q !== '',
    placeholderData: keepPreviousData,
  });
  const shown = isServerSearch ? found : all;
  const loaded = shown.data;
  const people = useMemo(
    () =>
      loaded?.filter((person) => isServerSearch || text === '' || anyContains([fullName(person)], text)) ??
      [],
    [loaded, isServerSearch, text],
  );
  return {
    people,
    isLoading: shown.isPending || (isServerSearch && (q !== text || found.isPlaceholderData)),
    isFailed: shown.isLoadingError,
  };
}
