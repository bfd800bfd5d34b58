import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';
import { createToken, withToken } from './token-calls.ts';

let auth: StaffedAuthService;
/** Of an administrator; not read-only. */
let token: string;
let tokenId: string;

beforeAll(async () => {
  auth = await startStaffedAuthService();
  ({ token, id: tokenId } = await createToken(auth, auth.admin));
});
afterAll(() => auth.close());

const user = { email: 'made-by-token@example.com', password: 'secret', firstName: 'N', lastName: 'N' };

/** Expects a 403 that says what to do, and no change. */
async function expectRefusal(call: request.Test): Promise<void> {
  const response = await call;
  expect(response.status).toBe(403);
  expect(response.body).toMatchObject({
    detail: expect.stringMatching(
      /^A personal access token cannot .+\. Sign in with a password to do this\.$/,
    ),
  });
  const { rows } = await auth.backends.admin.query(
    'SELECT email, role, password_hash FROM auth.users WHERE id = $1 OR email = $2',
    [auth.manager.userId, user.email],
  );
  expect(rows).toEqual([{ email: auth.manager.email, role: 'district_manager', password_hash: 'none' }]);
}

describe('a token of an administrator', () => {
  it.each<[string, 'post' | 'patch' | 'delete', () => string, object | undefined]>([
    ['creates no token', 'post', () => '/api/tokens', { name: 'child' }],
    ['revokes no token of its own user', 'delete', () => `/api/tokens/${tokenId}`, undefined],
    [
      'revokes no token of another user',
      'delete',
      () => `/api/users/${auth.manager.userId}/tokens/${tokenId}`,
      undefined,
    ],
    ['registers nobody', 'post', () => '/api/register', user],
    ['registers no administrator', 'post', () => '/api/register', { ...user, role: 'admin' }],
    ['changes no role', 'patch', () => `/api/users/${auth.manager.userId}`, { role: 'admin' }],
  ])('%s', async (_name, method, path, body) => {
    await expectRefusal(withToken(auth, token)[method](path()).send(body));
  });

  it('resets no password, not even its own user’s', async () => {
    for (const userId of [auth.admin.userId, auth.manager.userId]) {
      const body = { userId, newPassword: 'known to me' };
      await expectRefusal(withToken(auth, token).post('/api/admin/reset-user-password').send(body));
    }
  });

  it('still changes a name when the body repeats the role', async () => {
    const change = { firstName: 'By', lastName: 'Script', role: 'district_manager' };
    const response = await withToken(auth, token).patch(`/api/users/${auth.manager.userId}`).send(change);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject(change);
  });
});
