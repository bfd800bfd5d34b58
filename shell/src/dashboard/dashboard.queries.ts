import type { components, paths } from '@mainstay/svc-core/openapi';
import { bodyOf, createApiClient, pageOf } from '@mainstay/web-kit';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

export type Ticket = components['schemas']['TicketResponse'];

/** Specification, section 9. */
const RECENT_TICKETS = 5;

const recent = { limit: RECENT_TICKETS };

/** What fails on load is tried again by Retry, and once a change has made it stale. */
const once = { retryOnMount: false } as const;

const api = createApiClient<paths>();

export const statsQuery = queryOptions({
  ...once,
  queryKey: ['/api/stats'],
  queryFn: () => bodyOf(api.GET('/api/stats')),
});

const newestFirst = (tickets: Ticket[]) =>
  tickets.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, RECENT_TICKETS);

/** Only the newest tickets; the server sorts newest first. */
export const recentTicketsQuery = queryOptions({
  ...once,
  queryKey: ['/api/tickets', recent],
  queryFn: () => bodyOf(api.GET('/api/tickets', { params: { query: recent } })),
  select: newestFirst,
});

const countOf = async (filter: { assignedTo: 'none' } | { approval: 'needed' }) =>
  (await pageOf(api.GET('/api/tickets', { params: { query: { ...filter, open: 'true', limit: 1 } } }))).total;

/**
 * How many open tickets each of the board's chips has.
 * @param mayDecide whether costs await this user's decision
 */
export const attentionQuery = (mayDecide: boolean) =>
  queryOptions({
    ...once,
    queryKey: ['/api/tickets/due', { mayDecide }],
    queryFn: async () => {
      const [due, approval, unassigned] = await Promise.all([
        bodyOf(api.GET('/api/tickets/due')),
        mayDecide ? countOf({ approval: 'needed' }) : undefined,
        countOf({ assignedTo: 'none' }),
      ]);
      return { ...due, approval, unassigned };
    },
  });

/** Fetched with the dashboard but not displayed (specification, sections 1 and 7). */
export const tasksQuery = queryOptions({
  ...once,
  queryKey: ['/api/tasks', recent],
  queryFn: () => bodyOf(api.GET('/api/tasks', { params: { query: recent } })),
});

/** Reads what the dashboard shows, before it is rendered. A failure is left to the dashboard. */
export const startDashboard = (queries: QueryClient): Promise<unknown> =>
  Promise.allSettled([
    queries.query(statsQuery),
    queries.query(recentTicketsQuery),
    queries.query(tasksQuery),
  ]);
