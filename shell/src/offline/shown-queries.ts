import { type Query, type QueryCache } from '@tanstack/react-query';

/** The queries that show data of an earlier visit, until they have been read again. */
export function createShownQueries(cache: QueryCache) {
  const shown = new Map<Query, number>();
  const isShown = (query: Query): boolean =>
    shown.get(query) === query.state.dataUpdatedAt && cache.get(query.queryHash) === query;
  return {
    isShown,
    /** @param at when the data was read (ms since 1970) */
    add: (query: Query, at: number) => {
      shown.set(query, at);
    },
    /** When the oldest that is on the screen was read; undefined without any. */
    oldest: (): number | undefined => {
      const times = [...shown].flatMap(([query, at]) => (query.isActive() && isShown(query) ? [at] : []));
      return times.length > 0 ? Math.min(...times) : undefined;
    },
  };
}

export type ShownQueries = ReturnType<typeof createShownQueries>;
