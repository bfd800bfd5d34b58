import { isRecord } from '@mainstay/remote-contract';
import { type components as authComponents, type paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import { type components as coreComponents, type paths as CorePaths } from '@mainstay/svc-core/openapi';
import { registerRequest } from '@mainstay/svc-auth/limits';
import {
  anyContains,
  bodyOf,
  createApiClient,
  isApiError,
  pagedQuery,
  useWriteOutcome,
  versionOf,
} from '@mainstay/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../strings.ts';

type AuthSchemas = authComponents['schemas'];
type Location = coreComponents['schemas']['LocationResponse'];
export type Employee = coreComponents['schemas']['ManagerResponse'];
export type Role = Employee['role'];
export type RegisterRequest = AuthSchemas['RegisterRequest'];
type UpdateUserRequest = AuthSchemas['UpdateUserRequest'];

/** Minimum password length in UTF-16 units (specification, section 9). */
export const PASSWORD_LENGTH = registerRequest.password.minLength;

const auth = createApiClient<AuthPaths>();
const core = createApiClient<CorePaths>();

const path = '/api/managers';

/** The query key of the signed-in user, shared with the shell. */
const currentUserKey = ['/api/user'];

/** All employees with their locations, sorted by name, page by page. */
export const employeesQuery = pagedQuery([path], {}, (query, signal) =>
  core.GET(path, { params: { query }, signal }),
);

/** The locations that can be assigned, page by page. @param q search text; undefined for all */
export const locationsQuery = (q: string | undefined) =>
  pagedQuery(['/api/locations'], { q }, (query, signal) =>
    core.GET('/api/locations', { params: { query }, signal }),
  );

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

/** Reads an employee and the ETag. */
export const readEmployee = (id: string) =>
  versionOf(auth.GET('/api/users/{id}', { params: { path: { id } } }));

export function useAddEmployee() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: RegisterRequest; idempotencyKey: string }) =>
      bodyOf(auth.POST('/api/register', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
    ...useWriteOutcome(
      path,
      strings.added,
      (error) => (isApiError(error) && error.detail) || strings.addFailed,
    ),
  });
}

/** Updates an employee if the version is still `ifMatch`. */
export function useUpdateEmployee(id: string) {
  const client = useQueryClient();
  const outcome = useWriteOutcome(path, strings.updated, strings.updateFailed);
  return useMutation({
    mutationFn: ({ body, ifMatch }: { body: UpdateUserRequest; ifMatch: string }) =>
      bodyOf(
        auth.PATCH('/api/users/{id}', { params: { path: { id } }, headers: { 'If-Match': ifMatch }, body }),
      ),
    ...outcome,
    onSuccess: async () => {
      const refreshed = outcome.onSuccess();
      const user: unknown = client.getQueryData(currentUserKey);
      const isOneself = isRecord(user) && user['id'] === id;
      if (isOneself) await client.invalidateQueries({ queryKey: currentUserKey, exact: true });
      await refreshed;
    },
  });
}

/** Activates or deactivates an employee. */
export function useSetEmployeeActive() {
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) =>
      bodyOf(auth.PATCH('/api/users/{id}/active', { params: { path: { id } }, body: { active } })),
    ...useWriteOutcome(path, strings.statusUpdated, strings.statusUpdateFailed),
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
    ...useWriteOutcome(path, strings.assigned, strings.assignFailed),
  });
}

/** Unassigns a location from an employee. */
export function useUnassignLocation(managerId: string) {
  return useMutation({
    mutationFn: (locationId: string) =>
      core.DELETE('/api/managers/{managerId}/locations/{locationId}', {
        params: { path: { managerId, locationId } },
      }),
    ...useWriteOutcome(path, strings.unassigned, strings.unassignFailed),
  });
}

export function useResetPassword(userId: string) {
  return useMutation({
    mutationFn: (newPassword: string) =>
      auth.POST('/api/admin/reset-user-password', { body: { userId, newPassword } }),
    ...useWriteOutcome(path, strings.passwordReset, strings.passwordResetFailed),
  });
}
