import { type paths as ReportPaths } from '@mainstay/svc-reports/openapi';
import { bodyOf, createApiClient, entityQueries, type Listed, pageOf } from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { readOpeningHours } from '../opening-hours/opening-hours.queries.ts';
import { core } from '../locations.queries.ts';

const reports = createApiClient<ReportPaths>();

/** How many open tickets a location has, of those that are due as given. */
export const ticketCountQuery = (filter: { locationId: string; open: 'true'; due?: 'overdue' }) => {
  const query = { ...filter, limit: 1 };
  return queryOptions({
    queryKey: ['/api/tickets', query],
    queryFn: ({ signal }) => pageOf(core.GET('/api/tickets', { params: { query }, signal })),
    select: ({ total }) => total,
  });
};

/** What the tickets of a location have cost in the last 90 days, with these days as parameters of a list of tickets. */
export const spendQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['/api/reports', 'spend', { locationId }],
    queryFn: ({ signal }) =>
      bodyOf(reports.GET('/api/reports/spend', { params: { query: { locationId } }, signal })),
    select: ({ total: { total }, from, to }) => ({
      total,
      period: { ...(from && { costFrom: from }), ...(to && { costTo: to }) },
    }),
  });

/** The equipment of a location by name, page by page. */
export const equipmentQuery = (locationId: string) =>
  entityQueries('/api/equipment').lists((sent: Listed<{ locationId: string }>) =>
    core.GET('/api/equipment', sent),
  )({ locationId })();

/** When a location is open. */
export const openingHoursQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/locations', id, 'hours'],
    queryFn: async () => (await readOpeningHours(id)) ?? null,
  });
