import { type components as authComponents, type paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import { type components as coreComponents, type paths as CorePaths } from '@mainstay/svc-core/openapi';
import { registerRequest } from '@mainstay/svc-auth/limits';
import {
  bodyOf,
  byPage,
  createApiClient,
  isApiError,
  pageAt,
  type PagedQuery,
  pageOf,
  refreshList,
  useToast,
  versionOf,
} from '@mainstay/web-kit';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../strings.ts';

type AuthSchemas = authComponents['schemas'];
export type Employee = coreComponents['schemas']['ManagerResponse'];
export type Role = Employee['role'];
export type RegisterRequest = AuthSchemas['RegisterRequest'];
type UpdateUserRequest = AuthSchemas['UpdateUserRequest'];
type Location = coreComponents['schemas']['LocationResponse'];

/** The shortest password, in UTF-16 units (specification, section 9). */
export const PASSWORD_LENGTH = registerRequest.password.minLength;

const auth = createApiClient<AuthPaths>();
const core = createApiClient<CorePaths>();

const path = '/api/managers';

/** Under which shell and remotes keep who is signed in. */
const currentUserKey = ['/api/user'];

/** All employees with their locations, by name, page by page. */
export const employeesQuery = infiniteQueryOptions({
  ...byPage,
  queryKey: [path, {}],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET(path, { params: { query: pageAt(pageParam) }, signal })),
});

/** The locations an employee can be assigned to, page by page; those that `q` finds when it is given. */
export const locationsQuery = (q: string | undefined): PagedQuery<Location> => ({
  ...byPage,
  queryKey: ['/api/locations', { q }],
  queryFn: ({ pageParam, signal }) =>
    pageOf(core.GET('/api/locations', { params: { query: { q, ...pageAt(pageParam) } }, signal })),
});

/** The server's rule for what a text finds. */
export const findsLocation = ({ name, city, storeNumber }: Location, text: string) =>
  [name, city, storeNumber].some((part) => part.toLowerCase().includes(text.toLowerCase()));

/** An employee as they are now, with their version. */
export const readEmployee = (id: string) =>
  versionOf(auth.GET('/api/users/{id}', { params: { path: { id } } }));

/** What follows every write: its toast and, after a success, the list afresh before the write counts as done. */
function useOutcome(done: string, explain: (error: Error) => string) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: () => {
      toast({ title: strings.success, description: done });
      return refreshList(client, path);
    },
    onError: (error: Error) =>
      toast({ title: strings.error, description: explain(error), variant: 'destructive' }),
  };
}

export function useAddEmployee() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RegisterRequest; idempotencyKey: string }) =>
      bodyOf(auth.POST('/api/register', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
    ...useOutcome(strings.added, (error) => (isApiError(error) && error.detail) || strings.addFailed),
  });
}

/** Changes an employee, as long as they are the version `ifMatch` names. */
export function useUpdateEmployee(id: string) {
  const client = useQueryClient();
  const outcome = useOutcome(strings.updated, () => strings.updateFailed);
  return useMutation({
    mutationFn: ({ body, ifMatch }: { body: UpdateUserRequest; ifMatch: string }) =>
      bodyOf(
        auth.PATCH('/api/users/{id}', { params: { path: { id } }, headers: { 'If-Match': ifMatch }, body }),
      ),
    ...outcome,
    onSuccess: async () => {
      const refreshed = outcome.onSuccess();
      const user: unknown = client.getQueryData(currentUserKey);
      const isOneself = typeof user === 'object' && user !== null && Reflect.get(user, 'id') === id;
      if (isOneself) await client.invalidateQueries({ queryKey: currentUserKey, exact: true });
      await refreshed;
    },
  });
}

/** Lets an employee in or keeps them out. */
export function useSetEmployeeActive() {
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      bodyOf(auth.PATCH('/api/users/{id}/active', { params: { path: { id } }, body: { active } })),
    ...useOutcome(strings.statusUpdated, () => strings.statusUpdateFailed),
  });
}

export function useAssignLocation(managerId: string) {
  return useMutation({
    mutationFn: ({ locationId, idempotencyKey }: { locationId: string; idempotencyKey: string }) =>
      bodyOf(
        core.POST('/api/managers/assign', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: { managerId, locationId },
        }),
      ),
    ...useOutcome(strings.assigned, () => strings.assignFailed),
  });
}

/** Takes a location from an employee. */
export function useUnassignLocation(managerId: string) {
  return useMutation({
    mutationFn: (locationId: string) =>
      core.DELETE('/api/managers/{managerId}/locations/{locationId}', {
        params: { path: { managerId, locationId } },
      }),
    ...useOutcome(strings.unassigned, () => strings.unassignFailed),
  });
}

export function useResetPassword(userId: string) {
  return useMutation({
    mutationFn: (newPassword: string) =>
      auth.POST('/api/admin/reset-user-password', { body: { userId, newPassword } }),
    ...useOutcome(strings.passwordReset, () => strings.passwordResetFailed),
  });
}
