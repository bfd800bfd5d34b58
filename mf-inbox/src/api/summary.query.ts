import { type components } from '@mainstay/svc-notifications/openapi';
import { queryOptions } from '@tanstack/react-query';

/**
 * How many items are unread. The shell's query client loads it by its key: the bell is on every page, and the API
 * client is not.
 */
export const summaryQuery = queryOptions<components['schemas']['InboxSummaryResponse']>({
  queryKey: ['/api/inbox/summary'],
});
