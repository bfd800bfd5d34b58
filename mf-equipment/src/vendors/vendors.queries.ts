import { type paths as ReportPaths } from '@mainstay/svc-reports/openapi';
import {
  anyContains,
  bodyOf,
  type Changed,
  createApiClient,
  type Created,
  detailOr,
  entityQueries,
  type Listed,
  pageOf,
} from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from './strings.ts';

/** A service of the version before has no languages. */
export type Vendor = Omit<CoreSchemas['VendorResponse'], 'language'> &
  Partial<Pick<CoreSchemas['VendorResponse'], 'language'>>;
export type Trade = Vendor['trades'][number];

const reports = createApiClient<ReportPaths>();
const path = '/api/vendors';
const vendors = entityQueries(path);

/** The vendors visible to the user by name. */
export const vendorsQuery = vendors.lists((sent: Listed<{ trade: Trade | undefined }>) =>
  core.GET(path, sent),
);

/** The server's search rule. */
export const matchesVendor = ({ name, email, phone }: Vendor, text: string) =>
  anyContains([name, email ?? '', phone ?? ''], text);

/** The stores to choose from, as many as one page has. */
export const storesQuery = queryOptions({
  queryKey: ['/api/locations', { limit: 1000 }],
  queryFn: ({ signal }) => bodyOf(core.GET('/api/locations', { params: { query: { limit: 1000 } }, signal })),
});

/** How many open tickets a vendor has. */
export const openTicketsQuery = (filter: { vendorId: string; open: 'true' }) => {
  const query = { ...filter, limit: 1 };
  return queryOptions({
    queryKey: ['/api/tickets', query],
    queryFn: ({ signal }) => pageOf(core.GET('/api/tickets', { params: { query }, signal })),
    select: ({ total }) => total,
  });
};

/** What each vendor was paid in the last 90 days, by its id, with these days as parameters of a list of tickets. */
export const spendQuery = queryOptions({
  queryKey: ['/api/reports', 'spend', { groupBy: 'vendor' }],
  queryFn: ({ signal }) =>
    bodyOf(reports.GET('/api/reports/spend', { params: { query: { groupBy: 'vendor' } }, signal })),
  select: ({ groups, from, to }) => ({
    totals: new Map(groups.map(({ key, total }) => [key, total])),
    period: { ...(from && { costFrom: from }), ...(to && { costTo: to }) },
  }),
});

/** Reads a vendor and its ETag. */
export const readVendor = vendors.reads((sent) => core.GET('/api/vendors/{id}', sent));

export const useCreateVendor = vendors.createsOrLeaves(
  (sent: Created<CoreSchemas['CreateVendorRequest']>) => core.POST(path, sent),
  strings.created,
  strings.createFailed,
);

/** Updates the given fields if the version is still `ifMatch`. */
export const useUpdateVendor = vendors.updates(
  (sent: Changed<CoreSchemas['UpdateVendorRequest']>) => core.PATCH('/api/vendors/{id}', sent),
  strings.updated,
  strings.updateFailed,
);

/** Activates or deactivates a vendor if it still has this version. The toast takes that back. */
export const useSetVendorActive = vendors.writes(
  ({
    id,
    active,
    version,
  }: {
    id: string;
    active: boolean;
    version: number;
    undo: (version: number) => void;
  }) =>
    bodyOf(
      core.PATCH('/api/vendors/{id}', {
        params: { path: { id }, header: { 'If-Match': `"${version}"` } },
        body: { active },
      }),
    ),
  ({ undo }, { version }) => ({ description: strings.updated, undo: () => undo(version) }),
  strings.updateFailed,
);

/** Deletes a vendor that nothing names. One that is named stays: the response says what to do instead. */
export const useDeleteVendor = vendors.removes(
  (sent) => core.DELETE('/api/vendors/{id}', sent),
  strings.deleted,
  detailOr(strings.deleteFailed),
);
