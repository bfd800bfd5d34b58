import { type components as authComponents, type paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import { type components as coreComponents, type paths as CorePaths } from '@mainstay/svc-core/openapi';
import { bodyOf, createApiClient, isApiError, useToast } from '@mainstay/web-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { strings } from '../strings.ts';

type AuthSchemas = authComponents['schemas'];
export type Employee = coreComponents['schemas']['ManagerResponse'];
export type Role = Employee['role'];
export type RegisterRequest = AuthSchemas['RegisterRequest'];
export type UpdateUserRequest = AuthSchemas['UpdateUserRequest'];

/** The shortest password, in UTF-16 units (specification, section 9). */
export const PASSWORD_LENGTH = 6;

const auth = createApiClient<AuthPaths>();
const core = createApiClient<CorePaths>();

const queryKey = ['/api/managers'];

/** All employees with their locations. */
export const employeesQuery = () =>
  queryOptions({ queryKey, queryFn: ({ signal }) => bodyOf(core.GET('/api/managers', { signal })) });

/** All locations an employee can be assigned to. */
export const locationsQuery = () =>
  queryOptions({
    queryKey: ['/api/locations'],
    queryFn: ({ signal }) => bodyOf(core.GET('/api/locations', { signal })),
  });

/** What follows every write: its toast and, after a success, the list afresh before the write counts as done. */
function useOutcome(done: string, explain: (error: Error) => string) {
  const client = useQueryClient();
  const toast = useToast();
  return {
    onSuccess: () => {
      toast({ title: strings.success, description: done });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error: Error) =>
      toast({ title: strings.error, description: explain(error), variant: 'destructive' }),
  };
}

export function useAddEmployee() {
  return useMutation({
    mutationFn: (body: RegisterRequest) => bodyOf(auth.POST('/api/register', { body })),
    ...useOutcome(strings.added, (error) => (isApiError(error) && error.detail) || strings.addFailed),
  });
}

export function useUpdateEmployee(id: string) {
  return useMutation({
    mutationFn: (body: UpdateUserRequest) =>
      bodyOf(auth.PATCH('/api/users/{id}', { params: { path: { id } }, body })),
    ...useOutcome(strings.updated, () => strings.updateFailed),
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
    mutationFn: (locationId: string) =>
      bodyOf(core.POST('/api/managers/assign', { body: { managerId, locationId } })),
    ...useOutcome(strings.assigned, () => strings.assignFailed),
  });
}

export function useResetPassword(userId: string) {
  return useMutation({
    mutationFn: (newPassword: string) =>
      auth.POST('/api/admin/reset-user-password', { body: { userId, newPassword } }),
    ...useOutcome(strings.passwordReset, () => strings.passwordResetFailed),
  });
}
