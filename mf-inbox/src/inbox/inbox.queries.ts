import { type Page, pagedQuery, useFailureToast } from '@mainstay/web-kit';
import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications, type NotificationsSchemas } from '../api/notifications.ts';
import { summaryQuery } from '../api/summary.query.ts';
import { strings } from '../strings.ts';

export type InboxItem = NotificationsSchemas['InboxItemResponse'];

/** Which items are listed. */
export type Tab = 'unread' | 'all';

const path = '/api/inbox';

/** The items of the signed-in user, newest first, page by page. */
export const itemsQuery = (tab: Tab) =>
  pagedQuery([path], tab === 'unread' ? ({ unread: 'true' } as const) : {}, (query, signal) =>
    notifications.GET(path, { params: { query }, signal }),
  );

/** The most that one call reads. */
const MOST_IDS = 500;

/** Shows items as read in each list that is loaded, where they stand. */
function showAsRead(client: QueryClient, ids: string[]): void {
  const readAt = new Date().toISOString();
  const read = (item: InboxItem) => (ids.includes(item.id) ? { ...item, readAt } : item);
  client.setQueriesData<InfiniteData<Page<InboxItem>>>(
    { queryKey: [path] },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(read) })) },
  );
  client.setQueryData(
    summaryQuery.queryKey,
    (summary) => summary && { unread: Math.max(0, summary.unread - ids.length) },
  );
}

/**
 * Reads items. They are shown as read at once and stay in their place, also in the list of unread ones, until that is
 * loaded again. If it fails, the lists say so by what they show.
 */
export function useReadItems() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      notifications.POST('/api/inbox/read', { body: { ids: ids.slice(0, MOST_IDS) } }),
    onMutate: (ids) => showAsRead(client, ids),
    onSettled: (_response, error) =>
      Promise.all([
        client.invalidateQueries({ queryKey: [path], refetchType: error ? 'active' : 'none' }),
        client.invalidateQueries(summaryQuery),
      ]),
  });
}

/** Reads every item up to an instant (ISO 8601), inclusive: what came later stays unread. */
export function useReadAll() {
  const client = useQueryClient();
  const fail = useFailureToast();
  return useMutation({
    mutationFn: (before: string) => notifications.POST('/api/inbox/read', { body: { before } }),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: [path] }), client.invalidateQueries(summaryQuery)]),
    onError: (error) => fail(strings.readAllFailed, error),
  });
}
