import { type components, type paths } from '@mainstay/svc-core/openapi';
import {
  bodyOf,
  byPage,
  createApiClient,
  isUnauthorized,
  leavesWhenUnauthorized,
  pageAt,
  type PagedQuery,
  pageOf,
  refreshList,
  useToast,
  versionOf,
} from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../strings.ts';

export type Location = components['schemas']['LocationResponse'];
type CreateLocationRequest = components['schemas']['CreateLocationRequest'];
type UpdateLocationRequest = components['schemas']['UpdateLocationRequest'];

const core = createApiClient<paths>();
const path = '/api/locations';

/** The locations the user may see, by name, page by page; those that `q` finds when it is given. */
export const locationsQuery = (q: string | undefined): PagedQuery<Location> => ({
  ...byPage,
  queryKey: [path, { q }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: { q, ...pageAt(pageParam) } }, signal })),
});

/** The server's rule for what a text finds. */
export const findsLocation = ({ name, city, storeNumber }: Location, text: string) =>
  [name, city, storeNumber].some((part) => part.toLowerCase().includes(text.toLowerCase()));

/** What follows every write: its toast and, after a success, the list afresh before the write counts as done. */
function useOutcome(done: string, failed: string) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: () => {
      toast({ title: strings.success, description: done });
      return refreshList(client, path);
    },
    onError: () => toast({ title: strings.error, description: failed, variant: 'destructive' }),
  };
}

export function useCreateLocation() {
  const toast = useToast();
  const outcome = useOutcome(strings.created, strings.createFailed);
  return useMutation({
    meta: leavesWhenUnauthorized,
    mutationFn: ({ body, idempotencyKey }: { body: CreateLocationRequest; idempotencyKey: string }) =>
      bodyOf(core.POST(path, { body, params: { header: { 'Idempotency-Key': idempotencyKey } } })),
    ...outcome,
    onError: (error) => {
      if (!isUnauthorized(error)) outcome.onError();
      else toast({ title: strings.unauthorized, description: strings.loggedOut, variant: 'destructive' });
    },
  });
}

/** A location as it is now, with its version. */
export const readLocation = (id: string) =>
  versionOf(core.GET('/api/locations/{id}', { params: { path: { id } } }));

/** Changes the given fields of a location, as long as it is the version `ifMatch` names. */
export function useUpdateLocation(id: string) {
  return useMutation({
    mutationFn: ({ changes, ifMatch }: { changes: UpdateLocationRequest; ifMatch: string }) =>
      bodyOf(
        core.PATCH('/api/locations/{id}', {
          params: { path: { id }, header: { 'If-Match': ifMatch } },
          body: changes,
        }),
      ),
    ...useOutcome(strings.updated, strings.updateFailed),
  });
}

/** Removes a location with everything that belongs to it. */
export function useDeleteLocation(id: string) {
  return useMutation({
    mutationFn: () => core.DELETE('/api/locations/{id}', { params: { path: { id } } }),
    ...useOutcome(strings.deleted, strings.deleteFailed),
  });
}
