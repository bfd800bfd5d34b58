import { everyItem, kept } from '@mainstay/web-kit';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from './core.ts';

export type TimelineLine = CoreSchemas['TimelineLineResponse'];
export type Comment = NonNullable<TimelineLine['comment']>;

/** The largest page: a ticket rarely has more lines. */
const LIMIT = 1000;

/**
 * Reads everything that happened to a ticket, oldest first: all pages, because the newest lines are on the last.
 * @throws ApiError as the client does
 */
export const readTimeline = (ticketId: string, signal: AbortSignal | null = null): Promise<TimelineLine[]> =>
  everyItem((cursor) => {
    const params = { path: { id: ticketId }, query: { limit: LIMIT, cursor } };
    return core.GET('/api/tickets/{id}/timeline', { params, signal });
  });

/** Everything that happened to a ticket, oldest first. Dropped from the cache as soon as it is unused. */
export const timelineQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['/api/tickets', ticketId, 'timeline', { limit: LIMIT }],
    queryFn: ({ signal }) => readTimeline(ticketId, signal),
    gcTime: 0,
    meta: kept,
  });

/** Reads the timeline of a ticket again after a change of the ticket, its comments or its attachments. */
export const refreshTimeline = (client: QueryClient, ticketId: string) =>
  client.invalidateQueries({ queryKey: timelineQuery(ticketId).queryKey });
