import { type SearchedList } from '@mainstay/web-kit';

/** Concatenates two lists. */
export function joinLists<First, Second>(
  first: SearchedList<First>,
  second: SearchedList<Second>,
): SearchedList<First | Second> {
  const growing = first.hasMore ? first : second;
  return {
    items: first.hasMore ? first.items : [...first.items, ...second.items],
    total: first.total === undefined || second.total === undefined ? undefined : first.total + second.total,
    isAtLeast: first.isAtLeast || second.isAtLeast,
    isPending: first.isPending || second.isPending,
    isSearching: first.isSearching || second.isSearching,
    isFailed: first.isFailed || second.isFailed,
    retry: () => {
      for (const list of [first, second]) if (list.isFailed) list.retry();
    },
    hasMore: growing.hasMore,
    isMoreFailed: growing.isMoreFailed,
    loadMore: growing.loadMore,
  };
}
