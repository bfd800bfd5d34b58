import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { folded } from './folded.ts';
import { type PagedQuery } from './paged-list.ts';

/** Debounce time before the server is asked. */
const PAUSE_MS = 120;

/** The server stops counting matches, and unassigned tickets, here. */
export const MAX_COUNTED = 1000;

/** The loaded part of a list. */
export interface SearchedList<Item> {
  items: readonly Item[];
  /** Items on the server; undefined while unknown. */
  total: number | undefined;
  /** The server stopped counting: there may be more than `total`. */
  isAtLeast: boolean;
  isPending: boolean;
  /** The items are results of the previous search. */
  isSearching: boolean;
  isFailed: boolean;
  retry: () => void;
  /** Whether there is more to load, and whether the last attempt failed. */
  hasMore: boolean;
  isMoreFailed: boolean;
  loadMore: () => void;
}

/** Whether one of the texts contains the search text, both folded: the server's search rule. */
export const anyContains = (texts: readonly string[], search: string): boolean => {
  const asked = folded(search);
  return texts.some((text) => folded(text).includes(asked));
};

/** The text, debounced; an empty text passes at once. */
export function useDebouncedValue(text: string, pauseMs: number = PAUSE_MS): string {
  const [debounced, setDebounced] = useState(text);
  if (text === '' && debounced !== '') setDebounced('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return text === '' ? '' : debounced;
}

/**
 * A list that is loaded page by page and searched: in the browser if it is loaded completely, else on the server. Until
 * the response arrives, it has the matches among what is loaded, or the previous results if there are none.
 * @param queryOf the list's query for a search text, undefined for none
 * @param matches the server's search rule
 */
export function useSearchedList<Item>(
  queryOf: (q: string | undefined) => PagedQuery<Item>,
  matches: (item: Item, text: string) => boolean,
  search: string,
  { enabled = true }: { enabled?: boolean } = {},
): SearchedList<Item> {
  const text = search.trim();
  const q = useDebouncedValue(text);
  const all = useInfiniteQuery({
    ...queryOf(undefined),
    enabled,
  });
  const isServerNeeded = all.isSuccess && all.hasNextPage;
  const found = useInfiniteQuery({
    ...queryOf(q === '' ? undefined : q),
    enabled: enabled && isServerNeeded && q !== '',
    placeholderData: keepPreviousData,
  });
  const isServerSearch = isServerNeeded && text !== '';
  const shown = isServerSearch ? found : all;
  const pages = shown.data?.pages;
  const loaded = all.data?.pages;
  const isSearching = isServerSearch && (q !== text || found.isPlaceholderData);
  const own = useMemo(() => {
    if (text === '' || (isServerSearch && !isSearching)) return undefined;
    const matching = loaded?.flatMap((page) => page.items).filter((item) => matches(item, text)) ?? [];
    return isServerSearch && matching.length === 0 ? undefined : matching;
  }, [loaded, text, isServerSearch, isSearching, matches]);
  const items = useMemo(() => own ?? pages?.flatMap((page) => page.items) ?? [], [own, pages]);
  const onServer = pages?.at(-1)?.total;
  const total = own ? pages && own.length : onServer;

  return {
    items,
    total,
    isAtLeast: isServerSearch && (own !== undefined || total === MAX_COUNTED),
    isPending: shown.isPending,
    isSearching,
    isFailed: shown.isLoadingError,
    retry: () => void shown.refetch(),
    hasMore: shown.hasNextPage && !isSearching,
    isMoreFailed: shown.isFetchNextPageError,
    loadMore: () => {
      if (shown.hasNextPage && !shown.isFetching) void shown.fetchNextPage();
    },
  };
}

const everything = () => true;

/** A list that is loaded page by page, without a search. */
export const usePagedList = <Item>(query: PagedQuery<Item>, options?: { enabled?: boolean }) =>
  useSearchedList(() => query, everything, '', options);
