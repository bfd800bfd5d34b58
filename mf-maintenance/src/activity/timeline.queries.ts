import { type Page, pageOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { timelineKey } from '../api/timeline.ts';

export type TimelineLine = CoreSchemas['TimelineLineResponse'];
export type Comment = NonNullable<TimelineLine['comment']>;

/** The most that the server returns at once. */
const PAGE = 500;

/**
 * Everything that happened to a ticket, oldest first. The newest lines are on the last page, so all pages are read; almost
 * every ticket has one. Dropped from the cache as soon as it is unused.
 */
export const timelineQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...timelineKey(ticketId), { limit: PAGE }],
    queryFn: async ({ signal }) => {
      const lines: TimelineLine[] = [];
      let cursor: string | undefined;
      do {
        const params = { path: { id: ticketId }, query: { limit: PAGE, cursor } };
        const page: Page<TimelineLine> = await pageOf(
          core.GET('/api/tickets/{id}/timeline', { params, signal }),
        );
        lines.push(...page.items);
        cursor = page.next;
      } while (cursor !== undefined);
      return lines;
    },
    gcTime: 0,
  });
