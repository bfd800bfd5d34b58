import {
  anyContains,
  bodyOf,
  isApiError,
  pagedQuery,
  useCreateOutcome,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from './strings.ts';

export type Vendor = CoreSchemas['VendorResponse'];
export type Trade = Vendor['trades'][number];

const path = '/api/vendors';

/** The vendors visible to the user by name, page by page. @returns the query for a search text, undefined for none */
export const vendorsQuery = (trade: Trade | undefined) => (q: string | undefined) =>
  pagedQuery([path], { trade, q }, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The server's search rule. */
export const matchesVendor = ({ name, email, phone }: Vendor, text: string) =>
  anyContains([name, email ?? '', phone ?? ''], text);

/** The stores to choose from, as many as one page has. */
export const storesQuery = queryOptions({
  queryKey: ['/api/locations', { limit: 1000 }],
  queryFn: ({ signal }) => bodyOf(core.GET('/api/locations', { params: { query: { limit: 1000 } }, signal })),
});

export function useCreateVendor() {
  return useMutation({
    mutationFn: ({
      body,
      idempotencyKey,
    }: {
      body: CoreSchemas['CreateVendorRequest'];
      idempotencyKey: string;
    }) => bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...useCreateOutcome(path, strings.created, strings.createFailed),
  });
}

/** Reads a vendor and its ETag. */
export const readVendor = (id: string) =>
  versionOf(core.GET('/api/vendors/{id}', { params: { path: { id } } }));

/** Updates the given fields if the version is still `ifMatch`. */
export function useUpdateVendor() {
  return useMutation({
    mutationFn: ({
      id,
      changes,
      ifMatch,
    }: {
      id: string;
      changes: CoreSchemas['UpdateVendorRequest'];
      ifMatch: string;
    }) =>
      bodyOf(
        core.PATCH('/api/vendors/{id}', {
          params: { path: { id }, header: { 'If-Match': ifMatch } },
          body: changes,
        }),
      ),
    ...useWriteOutcome(path, strings.updated, strings.updateFailed),
  });
}

/** Deletes a vendor that nothing names. */
export function useDeleteVendor(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/vendors/{id}', { params: { path: { id } } }),
    // A vendor that is named somewhere stays: the response says what to do instead.
    ...useWriteOutcome(path, strings.deleted, (error) =>
      isApiError(error) && error.detail ? error.detail : strings.deleteFailed,
    ),
  });
}
