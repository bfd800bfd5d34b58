import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type request from 'supertest';
import { tokenResponse } from '../src/tokens/tokens.schemas.ts';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';
import { createToken as createTokenOf, unknownId, withToken } from './auth-calls.ts';

let auth: StaffedAuthService;

beforeAll(async () => {
  auth = await startStaffedAuthService();
});
afterAll(() => auth.close());

const createToken = (user: TestUser, body: object = {}) => createTokenOf(auth, user, body);
const bearer = (token: string) => withToken(auth, token);

describe('POST /api/tokens', () => {
  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['another user', { name: 'x', userId: unknownId }],
    ['an end in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_what, body) => {
    expect((await auth.as(auth.manager).post('/api/tokens').send(body)).status).toBe(400);
  });

  it('shows the secret once and keeps only its hash', async () => {
    const { token, id } = await createToken(auth.manager);
    expect(token).toMatch(/^mainstay_[\w-]{43}$/);
    const { rows } = await auth.backends.admin.query<{ row: string }>(
      'SELECT to_jsonb(t)::text AS row FROM auth.tokens t WHERE id = $1',
      [id],
    );
    expect(rows[0]?.row).not.toContain(token);
    expect((await auth.as(auth.manager).get('/api/tokens')).text).not.toContain(token);
  });

  it('allows a user at most fifty, also with ten concurrent requests; expired ones do not count', async () => {
    const collector = await auth.createUser({ role: 'district_manager' });
    await auth.backends.admin.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only)
       SELECT $1, 'old', lpad(n::text, 64, '0'), true FROM generate_series(1, 49) n`,
      [collector.userId],
    );
    await auth.backends.admin.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only, expires_at)
       SELECT $1, 'expired', lpad(n::text, 64, 'e'), true, now() - interval '1 s' FROM generate_series(1, 5) n`,
      [collector.userId],
    );
    const responses = await atTheSameMoment(auth.backends, 'LOCK TABLE auth.tokens IN SHARE MODE', () =>
      Array.from({ length: 10 }, () => auth.as(collector).post('/api/tokens').send({ name: 'more' })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

it('refuses an Idempotency-Key, because a secret is not kept for a retry', async () => {
  const response = await auth
    .as(auth.manager)
    .post('/api/tokens')
    .set('Idempotency-Key', 'token-1')
    .send({ name: 'keyed' });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    errors: { 'Idempotency-Key': ['Not supported here. Send the request without it.'] },
  });
  expect((await auth.as(auth.manager).get('/api/tokens')).text).not.toContain('keyed');
});

describe('GET /api/tokens', () => {
  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'page=2'])('refuses %s', async (query) => {
    expect((await auth.as(auth.manager).get(`/api/tokens?${query}`)).status).toBe(400);
  });

  it('returns pages, newest first, with Link and X-Total-Count', async () => {
    const owner = await auth.createUser({ role: 'district_manager' });
    const names = ['first', 'second', 'third', 'fourth', 'fifth'];
    for (const name of names) await createToken(owner, { name });
    const met: string[] = [];
    let next: string | undefined = '/api/tokens?limit=2';
    while (next !== undefined) {
      const response: request.Response = await auth.as(owner).get(next).expect(200);
      expect(response.headers['x-total-count']).toBe('5');
      const page = tokenResponse.array().parse(response.body);
      expect(page.length).toBeLessThanOrEqual(2);
      met.push(...page.map(({ name }) => name));
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect(met).toEqual(names.toReversed());
  });
});

describe('a token', () => {
  it('acts as its user, with the current role', async () => {
    const other = await auth.createUser({ role: 'admin' });
    const { token } = await createToken(other);
    expect((await bearer(token).get('/api/user')).body).toMatchObject({ id: other.userId });
    const path = `/api/users/${auth.manager.userId}`;
    expect((await bearer(token).patch(path).send({ lastName: 'New' })).status).toBe(200);
    // Not through the API, which also revokes the tokens.
    const change = (changes: string) =>
      auth.backends.admin.query(`UPDATE auth.users SET ${changes} WHERE id = $1`, [other.userId]);
    await change("role = 'district_manager'");
    expect((await bearer(token).patch(path).send({ lastName: 'Newer' })).status).toBe(403);
    await change('active = false');
    expect((await bearer(token).get('/api/user')).status).toBe(401);
  });

  it('is invalid once revoked or expired', async () => {
    const { token, id } = await createToken(auth.manager);
    const { token: short, id: shortId } = await createToken(auth.manager, {
      expiresAt: '2099-01-01T00:00:00Z',
    });
    expect((await bearer(short).get('/api/user')).status).toBe(200);
    await auth.backends.admin.query(
      "UPDATE auth.tokens SET expires_at = now() - interval '1 s' WHERE id = $1",
      [shortId],
    );
    expect((await bearer(short).get('/api/user')).status).toBe(401);
    expect((await auth.as(auth.manager).delete(`/api/tokens/${id}`)).status).toBe(204);
    expect((await bearer(token).get('/api/user')).status).toBe(401);
    expect((await auth.as(auth.manager).delete(`/api/tokens/${id}`)).status).toBe(404);
  });

  it.each(['', 'mainstay_', 'x y', `mainstay_${'a'.repeat(43)}`])('"%s" is not accepted', async (token) => {
    expect((await bearer(token).get('/api/user')).status).toBe(401);
  });
});

describe('an Authorization of another scheme', () => {
  it.each(['Basic YTpi', 'Digest username="a"', 'Bearertoken', ''])('"%s" is ignored', async (header) => {
    const call = (user?: TestUser) => auth.as(user).get('/api/user').set('Authorization', header);
    expect((await call(auth.manager)).body).toMatchObject({ id: auth.manager.userId });
    expect((await call()).status).toBe(401);
  });

  it('is not Bearer: an invalid token is refused even with a valid cookie', async () => {
    for (const header of ['Bearer', 'Bearer x y', 'bearer unknown']) {
      const response = await auth.as(auth.manager).get('/api/user').set('Authorization', header);
      expect(response.status).toBe(401);
    }
  });
});

describe('DELETE /api/tokens/{id}', () => {
  it('reaches only the user’s own ones', async () => {
    const { id, token } = await createToken(auth.manager);
    expect((await auth.as(auth.admin).delete(`/api/tokens/${id}`)).status).toBe(404);
    expect((await bearer(token).get('/api/user')).status).toBe(200);
  });
});

it('a token of an administrator changes no role, and the 403 says what to do', async () => {
  const { token } = await createToken(auth.admin);
  const patch = (body: object) => bearer(token).patch(`/api/users/${auth.manager.userId}`).send(body);
  const refused = await patch({ role: 'admin' });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { detail: 'A personal access token cannot change a role. Sign in with a password to do this.' },
  ]);
  expect((await auth.as(auth.manager).get('/api/user')).body).toMatchObject({ role: 'district_manager' });
  // A body that repeats the role does not change it.
  await patch({ firstName: 'By', role: 'district_manager' }).expect(200);
});

const statusOf = async (token: string): Promise<number> => (await bearer(token).get('/api/user')).status;

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
    const tokens = [await createToken(user), await createToken(user, { readOnly: true })];
    const { token: other } = await createToken(auth.manager);
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
    const { token } = await createToken(user);
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
    const first = await createToken(user, { name: 'first' });
    const second = await createToken(user, { name: 'second', readOnly: true });
    const { id: revoked } = await createToken(user, { name: 'revoked' });
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
    const { id, token } = await createToken(auth.manager);
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
    const { id, token } = await createToken(auth.manager);
    const path = `/api/users/${auth.manager.userId}/tokens/${id}`;
    expect((await auth.as(auth.admin).delete(path)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await auth.as(auth.admin).delete(path)).status).toBe(404);
  });
});
