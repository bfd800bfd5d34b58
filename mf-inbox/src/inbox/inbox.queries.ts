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

/** Shows an item as read in each list that is loaded, where it stands. */
function showAsRead(client: QueryClient, id: string): void {
  const readAt = new Date().toISOString();
  const read = (item: InboxItem) => (item.id === id ? { ...item, readAt } : item);
  client.setQueriesData<InfiniteData<Page<InboxItem>>>(
    { queryKey: [path] },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(read) })) },
  );
  client.setQueryData(
    summaryQuery.queryKey,
    (summary) => summary && { unread: Math.max(0, summary.unread - 1) },
  );
}

/**
 * Reads one item. It is shown as read at once and stays in its place, also in the list of unread ones, until that is loaded
 * again. If it fails, the lists say so by what they show.
 */
export function useReadItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => notifications.POST('/api/inbox/read', { body: { ids: [id] } }),
    onMutate: (id) => showAsRead(client, id),
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
