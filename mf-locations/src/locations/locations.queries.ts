import { type components, type paths } from '@mainstay/svc-core/openapi';
import { bodyOf, createApiClient, isUnauthorized, useToast } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../strings.ts';

export type Location = components['schemas']['LocationResponse'];
type CreateLocationRequest = components['schemas']['CreateLocationRequest'];
type UpdateLocationRequest = components['schemas']['UpdateLocationRequest'];

const core = createApiClient<paths>();
const queryKey = ['/api/locations'];

/** The locations the user may see, by name. */
export const locationsQuery = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => bodyOf(core.GET('/api/locations', { signal })) });

/** What follows every write: its toast and, after a success, the list afresh before the write counts as done. */
function useOutcome(done: string, failed: string) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: () => {
      toast({ title: strings.success, description: done });
      return client.invalidateQueries({ queryKey });
    },
    onError: () => toast({ title: strings.error, description: failed, variant: 'destructive' }),
  };
}

export function useCreateLocation() {
  const toast = useToast();
  const outcome = useOutcome(strings.created, strings.createFailed);
  return useMutation({
    mutationFn: (body: CreateLocationRequest) => bodyOf(core.POST('/api/locations', { body })),
    ...outcome,
    onError: (error) => {
      if (!isUnauthorized(error)) outcome.onError();
      else toast({ title: strings.unauthorized, description: strings.loggedOut, variant: 'destructive' });
    },
  });
}

/** Changes the given fields of a location. */
export function useUpdateLocation(id: string) {
  return useMutation({
    mutationFn: (body: UpdateLocationRequest) =>
      bodyOf(core.PATCH('/api/locations/{id}', { params: { path: { id } }, body })),
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
