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
import { type OpeningHours, replaceOpeningHours } from './opening-hours/opening-hours.queries.ts';
import { strings } from '../strings.ts';

export type Location = components['schemas']['LocationResponse'];
type CreateLocationRequest = components['schemas']['CreateLocationRequest'];
type UpdateLocationRequest = components['schemas']['UpdateLocationRequest'];

const core = createApiClient<paths>();
const path = '/api/locations';

/**
 * The locations visible to the user, sorted by name, page by page. @param archived `true` for archived ones, which are left out
 * otherwise @param q search text; undefined for all
 */
export const locationsQuery = (archived: 'true' | undefined) => (q: string | undefined) =>
  pagedQuery([path], { archived, q }, (query, signal) => core.GET(path, { params: { query }, signal }));

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

/** What an edit changes: undefined hours stay. */
interface LocationEdit {
  changes: UpdateLocationRequest;
  openingHours: OpeningHours | undefined;
  ifMatch: string;
  /** Called when the hours are saved; the other fields may fail yet. */
  onHoursSaved: () => void;
}

/** Updates the given fields of a location if its version is still `ifMatch`. */
export function useUpdateLocation(id: string) {
  return useMutation({
    mutationFn: async ({ changes, openingHours, ifMatch, onHoursSaved }: LocationEdit) => {
      let version = ifMatch;
      if (openingHours) {
        version = (await replaceOpeningHours(id, openingHours, ifMatch)).etag;
        onHoursSaved();
        if (Object.keys(changes).length === 0) return;
      }
      const params = { path: { id }, header: { 'If-Match': version } };
      await bodyOf(core.PATCH('/api/locations/{id}', { params, body: changes }));
    },
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

/** Takes a location out of all lists, with everything that belongs to it. */
export function useArchiveLocation(id: string) {
  return useMutation({
    mutationFn: () => bodyOf(core.POST('/api/locations/{id}/archive', { params: { path: { id } } })),
    ...useWriteOutcome(path, strings.archived, strings.archiveFailed),
  });
}

/** Brings an archived location back. */
export function useRestoreLocation() {
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(core.POST('/api/locations/{id}/restore', { params: { path: { id } } })),
    ...useWriteOutcome(path, strings.restored, strings.restoreFailed),
  });
}
