import { type components, type paths } from '@mainstay/svc-core/openapi';
import {
  anyContains,
  bodyOf,
  createApiClient,
  pagedQuery,
  useCreateOutcome,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { useMutation } from '@tanstack/react-query';
import { strings } from '../strings.ts';

export type Location = components['schemas']['LocationResponse'];
type CreateLocationRequest = components['schemas']['CreateLocationRequest'];
type UpdateLocationRequest = components['schemas']['UpdateLocationRequest'];

const core = createApiClient<paths>();
const path = '/api/locations';

/** The locations visible to the user, sorted by name, page by page. @param q search text; undefined for all */
export const locationsQuery = (q: string | undefined) =>
  pagedQuery([path], { q }, (query, signal) => core.GET(path, { params: { query }, signal }));

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

export function useCreateLocation() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: CreateLocationRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...useCreateOutcome(path, strings.created, strings.createFailed),
  });
}

/** Reads a location and its ETag. */
export const readLocation = (id: string) =>
  versionOf(core.GET('/api/locations/{id}', { params: { path: { id } } }));

/** Updates the given fields of a location if its version is still `ifMatch`. */
export function useUpdateLocation(id: string) {
  return useMutation({
    mutationFn: ({ changes, ifMatch }: { changes: UpdateLocationRequest; ifMatch: string }) =>
      bodyOf(
        core.PATCH('/api/locations/{id}', {
          params: { path: { id }, header: { 'If-Match': ifMatch } },
          body: changes,
        }),
      ),
    ...useWriteOutcome(path, strings.updated, strings.updateFailed),
  });
}

/** Deletes a location and everything that belongs to it. */
export function useDeleteLocation(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/locations/{id}', { params: { path: { id } } }),
    ...useWriteOutcome(path, strings.deleted, strings.deleteFailed),
  });
}
