import { queryOptions } from '@tanstack/react-query';
import { readTimeline, timelineKey, type TimelineLine } from '../api/timeline.ts';

export type { TimelineLine };
export type Comment = NonNullable<TimelineLine['comment']>;

/** Everything that happened to a ticket, oldest first. Dropped from the cache as soon as it is unused. */
export const timelineQuery = (ticketId: string) =>
  queryOptions({
    queryKey: timelineKey(ticketId),
    queryFn: ({ signal }) => readTimeline(ticketId, signal),
    gcTime: 0,
  });
