import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  accessCases,
  accessFaults,
  type AccessMatrix,
  callRoute,
  headersOf,
} from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { registration, useAuth } from './auth-service.ts';

const matrix: AccessMatrix = {
  'GET /api/setup': { access: 'everyone', status: 200 },
  'GET /api/login': { access: 'everyone', status: 302 },
  'POST /api/login': {
    access: 'everyone',
    status: 401,
    body: () => ({ email: 'nobody@example.com', password: 'x' }),
  },
  'POST /api/register': {
    access: 'admins',
    status: 201,
    isSessionOnly: true,
    body: () => registration(`${randomUUID()}@example.com`),
  },
  // The sign-in with the company's account is off.
  'GET /api/oidc': { access: 'everyone', status: 200 },
  'GET /api/oidc/login': { access: 'everyone', status: 404 },
  'GET /api/oidc/callback': { access: 'everyone', status: 404 },
  'POST /api/oidc/backchannel-logout': { access: 'everyone', status: 404 },
  'GET /api/users/:id/identities': { access: 'admins', status: 200, isSessionOnly: true },
  // An account that the user does not have.
  'DELETE /api/users/:id/identities/:identityId': { access: 'admins', status: 404, isSessionOnly: true },
  'POST /api/logout': { access: 'users', status: 204 },
  'GET /api/user': { access: 'users', status: 200 },
  'PATCH /api/user': { access: 'users', status: 200, body: () => ({ profileImageUrl: null }) },
  'GET /api/users/:id': { access: 'admins', status: 200 },
  'PATCH /api/users/:id': { access: 'admins', status: 200, body: () => ({ lastName: 'Other' }) },
  'PATCH /api/users/:id/active': { access: 'admins', status: 200, body: () => ({ active: true }) },
  'POST /api/admin/reset-user-password': {
    access: 'admins',
    status: 200,
    isSessionOnly: true,
    body: () => ({ userId: employee, newPassword: 'secret' }),
  },
  'GET /api/tokens': { access: 'users', status: 200 },
  'POST /api/tokens': { access: 'users', status: 201, isSessionOnly: true, body: () => ({ name: 'test' }) },
  // A token of another user.
  'DELETE /api/tokens/:id': { access: 'users', status: 404, isSessionOnly: true },
  'GET /api/users/:id/tokens': { access: 'admins', status: 200 },
  'DELETE /api/users/:id/tokens/:tokenId': { access: 'admins', status: 404, isSessionOnly: true },
  'POST /api/remote-loads': {
    access: 'users',
    status: 204,
    body: () => ({ remote: 'maintenance', outcome: 'loaded', milliseconds: 1 }),
  },
  'GET /api/docs/auth.json': { access: 'everyone', status: 200 },
  'GET /health/live': { access: 'everyone', status: 200 },
  'GET /health/ready': { access: 'everyone', status: 200 },
  'GET /metrics': { access: 'everyone', status: 200 },
};

// One administrator remains, because otherwise registration would be open.
const auth = useAuth();
/** The user that the requests refer to. */
let employee: string;
beforeAll(() => {
  employee = auth.manager.userId;
});

describe('access matrix', () => {
  it('covers every route, and every route declares its access', () => {
    expect(accessFaults(auth.app, matrix)).toEqual([]);
  });

  it.each(accessCases(matrix))('$route as $caller', async ({ route, caller, row, status }) => {
    const headers = await headersOf(caller, auth.backends.admin, ({ role, ...more }) =>
      auth.createUser(role, more),
    );
    const response = await callRoute(auth.app, route, headers, { id: employee, body: row.body?.() });
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.type).toBe('application/problem+json');
  });
});
