import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type request from 'supertest';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';
import { createToken, unknownId, withToken } from './auth-calls.ts';

let auth: StaffedAuthService;

beforeAll(async () => {
  auth = await startStaffedAuthService();
});
afterAll(() => auth.close());

const statusOf = async (token: string): Promise<number> =>
  (await withToken(auth, token).get('/api/user')).status;

const resetPassword = (userId: string): request.Test =>
  auth.as(auth.admin).post('/api/admin/reset-user-password').send({ userId, newPassword: 'brand new' });
const setActive = (userId: string, active: boolean): request.Test =>
  auth.as(auth.admin).patch(`/api/users/${userId}/active`).send({ active });
const demote = (userId: string): request.Test =>
  auth.as(auth.admin).patch(`/api/users/${userId}`).send({ role: 'district_manager' });

describe('the tokens of a user', () => {
  it.each([
    ['a password reset', resetPassword],
    ['a deactivation', (userId: string) => setActive(userId, false)],
    ['a demotion', demote],
  ])('are revoked by %s, and stay revoked', async (_name, end) => {
    const user = await auth.createUser({ role: 'admin' });
    const tokens = [await createToken(auth, user), await createToken(auth, user, { readOnly: true })];
    const { token: other } = await createToken(auth, auth.manager);
    for (const { token } of tokens) expect(await statusOf(token)).toBe(200);
    await end(user.userId).expect(200);
    for (const { token } of tokens) expect(await statusOf(token)).toBe(401);
    await setActive(user.userId, true).expect(200);
    for (const { token } of tokens) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    const { rows } = await auth.backends.admin.query<{ actor_id: string }>(
      `SELECT actor_id FROM auth.audit_entries WHERE entity = 'token' AND entity_id = ANY ($1) AND action = 'update'`,
      [tokens.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ actor_id: auth.admin.userId }, { actor_id: auth.admin.userId }]);
  });

  it('survive a refused change and one that does not end access', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    const { token } = await createToken(auth, user);
    await setActive(user.userId, false).set('If-Match', '"99"').expect(412);
    await setActive(user.userId, true).expect(200);
    await auth.as(auth.admin).patch(`/api/users/${user.userId}`).send({ lastName: 'Other' }).expect(200);
    expect(await statusOf(token)).toBe(200);
  });

  it('are all revoked when one is created during a password reset', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    const [reset, created] = await atTheSameMoment(
      auth.backends,
      `SELECT FROM auth.users WHERE id = '${user.userId}' FOR UPDATE`,
      () => [
        resetPassword(user.userId),
        sleep(300).then(() => auth.as(user).post('/api/tokens').send({ name: 'late' })),
      ],
    );
    expect(reset?.status).toBe(200);
    // 201 if it was created first, and was then revoked with the others.
    expect([201, 401]).toContain(created?.status);
    const { rowCount } = await auth.backends.admin.query(
      'SELECT FROM auth.tokens WHERE user_id = $1 AND revoked_at IS NULL',
      [user.userId],
    );
    expect(rowCount).toBe(0);
  });
});

describe('GET /api/users/{id}/tokens', () => {
  const path = (userId: string): string => `/api/users/${userId}/tokens`;

  it('refuses an invalid query, and returns 404 for unknown users', async () => {
    for (const query of ['limit=0', 'cursor=x', 'q=x']) {
      expect((await auth.as(auth.admin).get(`${path(auth.manager.userId)}?${query}`)).status).toBe(400);
    }
    for (const id of [unknownId, 'not-an-id']) {
      expect((await auth.as(auth.admin).get(path(id))).status).toBe(404);
    }
  });

  it('lists the tokens of that user without secrets, in pages', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    const first = await createToken(auth, user, { name: 'first' });
    const second = await createToken(auth, user, { name: 'second', readOnly: true });
    const { id: revoked } = await createToken(auth, user, { name: 'revoked' });
    await auth.as(user).delete(`/api/tokens/${revoked}`).expect(204);
    const response = await auth
      .as(auth.admin)
      .get(`${path(user.userId)}?limit=1`)
      .expect(200);
    expect(response.headers['x-total-count']).toBe('2');
    expect(response.body).toEqual([
      { id: second.id, name: 'second', readOnly: true, createdAt: second.createdAt, expiresAt: null },
    ]);
    const next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1] ?? '';
    const last = await auth.as(auth.admin).get(next).expect(200);
    expect(last.body).toMatchObject([{ id: first.id }]);
    expect(last.headers['link']).toBeUndefined();
    for (const { token } of [first, second]) expect(response.text + last.text).not.toContain(token);
  });
});

describe('DELETE /api/users/{id}/tokens/{tokenId}', () => {
  it('returns 404 for tokens that are not valid or belong to another user', async () => {
    const { id, token } = await createToken(auth, auth.manager);
    for (const path of [
      `/api/users/${auth.admin.userId}/tokens/${id}`,
      `/api/users/${unknownId}/tokens/${id}`,
      `/api/users/not-an-id/tokens/${id}`,
      `/api/users/${auth.manager.userId}/tokens/${unknownId}`,
      `/api/users/${auth.manager.userId}/tokens/not-an-id`,
    ]) {
      expect((await auth.as(auth.admin).delete(path)).status).toBe(404);
    }
    expect(await statusOf(token)).toBe(200);
  });

  it('ends the token at once', async () => {
    const { id, token } = await createToken(auth, auth.manager);
    const path = `/api/users/${auth.manager.userId}/tokens/${id}`;
    expect((await auth.as(auth.admin).delete(path)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await auth.as(auth.admin).delete(path)).status).toBe(404);
  });
});
