import { isRecord } from '@mainstay/remote-contract';
import { type components as authComponents, type paths as AuthPaths } from '@mainstay/svc-auth/openapi';
import { type components as coreComponents, type paths as CorePaths } from '@mainstay/svc-core/openapi';
import { registerRequest } from '@mainstay/svc-auth/limits';
import {
  anyContains,
  bodyOf,
  type Changed,
  createApiClient,
  type Created,
  detailOr,
  entityQueries,
  type Listed,
} from '@mainstay/web-kit';
import { queryOptions } from '@tanstack/react-query';
import { strings } from '../strings.ts';

type AuthSchemas = authComponents['schemas'];
type CoreSchemas = coreComponents['schemas'];
type Location = CoreSchemas['LocationResponse'];
export type Employee = CoreSchemas['ManagerResponse'];
export type Role = Employee['role'];
export type Token = AuthSchemas['TokenResponse'];
export type RegisterRequest = AuthSchemas['RegisterRequest'];

/** Minimum password length in UTF-16 units (specification, section 9). */
export const PASSWORD_LENGTH = registerRequest.password.minLength;

const auth = createApiClient<AuthPaths>();
const core = createApiClient<CorePaths>();

const path = '/api/managers';
const employees = entityQueries(path);

/** The query key of the signed-in user, shared with the shell. */
const currentUserKey = ['/api/user'];

/** Employees with their locations, sorted by name, page by page. */
export const employeesQuery = employees.lists(
  (sent: Listed<{ role: Role | undefined; active: 'true' | 'false' | undefined }>) => core.GET(path, sent),
);

/** The server's search rule. */
export const matchesEmployee = ({ firstName, lastName, email }: Employee, text: string) =>
  anyContains([strings.fullName(firstName, lastName), email], text);

/** The locations that can be assigned, page by page. */
export const locationsQuery = entityQueries('/api/locations').lists((sent: Listed<object>) =>
  core.GET('/api/locations', sent),
)({});

/** The server's search rule. */
export const matchesLocation = ({ name, city, storeNumber }: Location, text: string) =>
  anyContains([name, city, storeNumber], text);

/** Reads an employee and the ETag. */
export const readEmployee = employees.reads((sent) => auth.GET('/api/users/{id}', sent));

export const useAddEmployee = employees.creates(
  ({ params, body }: Created<RegisterRequest>) =>
    auth.POST('/api/register', { headers: params.header, body }),
  strings.added,
  detailOr(strings.addFailed),
);

/** The accounts at the company's provider with which an employee signs in. */
export const companyAccountsQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users/{id}/identities', id],
    queryFn: ({ signal }) =>
      bodyOf(auth.GET('/api/users/{id}/identities', { params: { path: { id } }, signal })),
  });

/** Unlinks such an account. */
export const useUnlinkAccount = employees.writes(
  (ids: { id: string; identityId: string }) =>
    auth.DELETE('/api/users/{id}/identities/{identityId}', { params: { path: ids } }),
  strings.unlinked,
  strings.unlinkFailed,
  (client, _saved, { id }) => client.invalidateQueries(companyAccountsQuery(id)),
);

/** The personal access tokens of an employee that were not revoked. */
export const tokensQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users/{id}/tokens', id],
    queryFn: ({ signal }) => bodyOf(auth.GET('/api/users/{id}/tokens', { params: { path: { id } }, signal })),
  });

export const useRevokeToken = employees.writes(
  (ids: { id: string; tokenId: string }) =>
    auth.DELETE('/api/users/{id}/tokens/{tokenId}', { params: { path: ids } }),
  strings.tokens.revoked,
  strings.tokens.revokeFailed,
  (client, _saved, { id }) => client.invalidateQueries(tokensQuery(id)),
);

/** Updates an employee if the version is still `ifMatch`, and reads oneself again. */
export const useUpdateEmployee = employees.updates(
  ({ params: { path, header }, body }: Changed<AuthSchemas['UpdateUserRequest']>) =>
    auth.PATCH('/api/users/{id}', { params: { path }, headers: header, body }),
  strings.updated,
  strings.updateFailed,
  async (client, _saved, { id }) => {
    const user: unknown = client.getQueryData(currentUserKey);
    const isOneself = isRecord(user) && user['id'] === id;
    if (isOneself) await client.invalidateQueries({ queryKey: currentUserKey, exact: true });
  },
);

/** Activates or deactivates an employee. The toast says what that means, and takes it back. */
export const useSetEmployeeActive = employees.writes(
  ({ id, active }: { id: string; active: boolean; hint: string; undo: () => void }) =>
    auth.PATCH('/api/users/{id}/active', { params: { path: { id } }, body: { active } }),
  ({ hint, undo }) => ({ description: strings.statusUpdated, hint, undo }),
  strings.statusUpdateFailed,
);

export const useAssignLocation = employees.creates(
  (sent: Created<CoreSchemas['AssignLocationRequest']>) => core.POST('/api/managers/assign', sent),
  strings.assigned,
  strings.assignFailed,
);

/** Unassigns a location from an employee. */
export const useUnassignLocation = employees.writes(
  (ids: { managerId: string; locationId: string }) =>
    core.DELETE('/api/managers/{managerId}/locations/{locationId}', { params: { path: ids } }),
  strings.unassigned,
  strings.unassignFailed,
);

export const useResetPassword = employees.writes(
  (body: AuthSchemas['ResetPasswordRequest']) => auth.POST('/api/admin/reset-user-password', { body }),
  strings.passwordReset,
  strings.passwordResetFailed,
);
