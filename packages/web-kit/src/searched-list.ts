import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type PagedQuery } from './paged-list.ts';

/** How long somebody types before the server is asked. */
const PAUSE_MS = 200;

/** The server counts the finds of a search up to here. */
const MOST_COUNTED = 10_000;

/** A list as far as it is loaded. */
export interface SearchedList<Item> {
  items: readonly Item[];
  /** How many there are on the server; undefined while nothing is known. */
  total: number | undefined;
  /** The total may be more than that: counting stopped there. */
  isAtLeast: boolean;
  isPending: boolean;
  /** What is shown is still what was found before. */
  isSearching: boolean;
  isFailed: boolean;
  retry: () => void;
  /** Whether there is more to load, and whether loading it failed the last time. */
  hasMore: boolean;
  isMoreFailed: boolean;
  loadMore: () => void;
}

/** The text once nobody has typed for {@link PAUSE_MS}; none at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  if (text === '' && settled !== '') setSettled('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}

/**
 * A list that is loaded page by page and searched: here, at once, when all of it is loaded, else by the server, with
 * the previous finds in sight until its answer comes.
 * @param queryOf the list's query for a search text, undefined for none.
 * @param matches the server's own rule for what a text finds.
 */
export function useSearchedList<Item>(
  queryOf: (q: string | undefined) => PagedQuery<Item>,
  matches: (item: Item, text: string) => boolean,
  search: string,
  { enabled = true }: { enabled?: boolean } = {},
): SearchedList<Item> {
  const text = search.trim();
  const q = useSettled(text);
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
  const items = useMemo(() => {
    const loaded = pages?.flatMap((page) => page.items) ?? [];
    return text === '' || isServerSearch ? loaded : loaded.filter((item) => matches(item, text));
  }, [pages, text, isServerSearch, matches]);
  const onServer = pages?.at(-1)?.total;
  const total = text === '' || isServerSearch ? onServer : pages && items.length;

  return {
    items,
    total,
    isAtLeast: isServerSearch && total === MOST_COUNTED,
    isPending: shown.isPending,
    isSearching: isServerSearch && (q !== text || found.isPlaceholderData),
    isFailed: shown.isLoadingError,
    retry: () => void shown.refetch(),
    hasMore: shown.hasNextPage && !shown.isPlaceholderData,
    isMoreFailed: shown.isFetchNextPageError,
    loadMore: () => {
      if (shown.hasNextPage && !shown.isFetching) void shown.fetchNextPage();
    },
  };
}
