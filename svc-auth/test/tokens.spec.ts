import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { tokenResponse } from '../src/tokens/tokens.schemas.ts';
import { unknownId, useAuth } from './auth-service.ts';

const auth = useAuth();
/** The code of a 401, and the error of its challenge. */
const refusalOf = async (token: string) => {
  const response = await auth.bearer(token).get('/api/user').expect(401);
  const { code } = z.object({ code: z.string() }).parse(response.body);
  expect(response.headers['www-authenticate']).toBe(
    `Bearer realm="Mainstay", error="invalid_token", error_description="${code}"`,
  );
  return code;
};
const statusOf = async (token: string): Promise<number> => (await auth.bearer(token).get('/api/user')).status;

describe('POST /api/tokens', () => {
  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['another user', { name: 'x', userId: unknownId }],
    ['an end in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_what, body) => {
    expect((await auth.send('post', '/api/tokens', body)).status).toBe(400);
  });

  it('shows the secret once and keeps only its hash', async () => {
    const { token, id } = await auth.createToken(auth.manager);
    expect(token).toMatch(/^mainstay_[\w-]{43}$/);
    const rows = await auth.rows('SELECT to_jsonb(t)::text AS row FROM auth.tokens t WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('allows a user at most fifty, also with ten concurrent requests; expired ones do not count', async () => {
    const collector = await auth.createUser('district_manager');
    await auth.rows(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only, expires_at)
       SELECT $1, 'old', lpad(n::text, 64, '0'), true, CASE WHEN n > 49 THEN now() - interval '1 s' END
       FROM generate_series(1, 54) n`,
      [collector.userId],
    );
    const responses = await auth.atTheSameMoment('LOCK TABLE auth.tokens IN SHARE MODE', () =>
      Array.from({ length: 10 }, () => auth.send('post', '/api/tokens', { name: 'more' }, collector)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('refuses an Idempotency-Key, because a secret is not kept for a retry', async () => {
    const keyed = auth.send('post', '/api/tokens', { name: 'keyed' }).set('Idempotency-Key', 'token-1');
    expect((await keyed).body).toMatchObject({
      errors: { 'Idempotency-Key': ['Not supported here. Send the request without it.'] },
    });
    expect((await auth.as(auth.admin).get('/api/tokens')).text).not.toContain('keyed');
  });
});

describe.each([
  { route: 'GET /api/tokens', path: () => '/api/tokens', isOwn: true },
  { route: 'GET /api/users/{id}/tokens', path: (id: string) => `/api/users/${id}/tokens`, isOwn: false },
])('$route', ({ path, isOwn }) => {
  it.each(['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'page=2'])('refuses %s', async (query) => {
    expect((await auth.as(auth.admin).get(`${path(auth.manager.userId)}?${query}`)).status).toBe(400);
  });

  it('returns the valid tokens of that user without secrets, in pages, newest first', async () => {
    const owner = await auth.createUser('district_manager');
    const created = [];
    for (const name of ['first', 'second', 'third', 'revoked'])
      created.push(await auth.createToken(owner, { name, readOnly: name === 'second' }));
    const revoked = `/api/tokens/${created.at(-1)?.id ?? ''}`;
    await auth.as(owner).delete(revoked).expect(204);
    const caller = isOwn ? owner : auth.admin;
    const { items, texts } = await auth.pages(caller, `${path(owner.userId)}?limit=2`);
    const valid = created.slice(0, 3).toReversed();
    expect(items).toEqual(valid.map(({ token: _secret, ...token }) => token));
    for (const { token } of created) expect(texts).not.toContain(token);
  });
});

it.each([unknownId, 'not-an-id'])('GET /api/users/%s/tokens is a 404', async (id) => {
  expect((await auth.as(auth.admin).get(`/api/users/${id}/tokens`)).status).toBe(404);
});

describe('a token', () => {
  it('acts as its user, with the current role', async () => {
    const other = await auth.createUser();
    const { token } = await auth.createToken(other);
    expect((await auth.bearer(token).get('/api/user')).body).toMatchObject({
      id: other.userId,
      signedInBy: 'token',
    });
    const patch = async (lastName: string) =>
      (await auth.bearer(token).patch(`/api/users/${auth.manager.userId}`).send({ lastName })).status;
    expect(await patch('New')).toBe(200);
    // Not through the API, which also revokes the tokens.
    const change = (changes: string) =>
      auth.rows(`UPDATE auth.users SET ${changes} WHERE id = $1`, [other.userId]);
    await change("role = 'district_manager'");
    expect(await patch('Newer')).toBe(403);
    await change('active = false');
    expect(await statusOf(token)).toBe(401);
  });

  it('has when it was last used, which is no change of the audit trail', async () => {
    const { token, id } = await auth.createToken(auth.manager);
    const used = async () => {
      const { items } = await auth.pages(auth.manager, '/api/tokens');
      return items.map((each) => tokenResponse.parse(each)).find((each) => each.id === id)?.lastUsedAt;
    };
    expect(await used()).toBeNull();
    const before = Date.now();
    expect(await statusOf(token)).toBe(200);
    let at: string | null | undefined;
    while (!at && Date.now() - before < 5000) at = await used();
    expect(Math.abs(Date.parse(at ?? '') - before)).toBeLessThan(5000);
    const entries = 'SELECT action FROM auth.audit_entries WHERE entity_id = $1';
    expect(await auth.rows(entries, [id])).toEqual([{ action: 'create' }]);
  });

  it('is invalid once revoked or expired', async () => {
    const { token, id } = await auth.createToken(auth.manager);
    const short = await auth.createToken(auth.manager, { expiresAt: '2099-01-01T00:00:00Z' });
    expect([await statusOf(token), await statusOf(short.token)]).toEqual([200, 200]);
    const past = "UPDATE auth.tokens SET expires_at = now() - interval '1 s' WHERE id = $1";
    await auth.rows(past, [short.id]);
    const revoke = async () => (await auth.as(auth.manager).delete(`/api/tokens/${id}`)).status;
    expect([await revoke(), await revoke()]).toEqual([204, 404]);
    expect([await refusalOf(token), await refusalOf(short.token)]).toEqual([
      'token_revoked',
      'token_expired',
    ]);
  });

  it.each(['', 'mainstay_', 'x y', `mainstay_${'a'.repeat(43)}`])('"%s" is not accepted', async (token) => {
    expect(await refusalOf(token)).toBe('token_unknown');
  });

  it.each([
    ['Basic YTpi', 200],
    ['Digest username="a"', 200],
    ['Bearertoken', 200],
    ['', 200],
    ['Bearer', 401],
    ['Bearer x y', 401],
    ['bearer unknown', 401],
  ])(
    'with the Authorization "%s" a request with a cookie is a %i, without one a 401',
    async (header, status) => {
      const call = (user?: { cookie: string }) => auth.as(user).get('/api/user').set('Authorization', header);
      expect([(await call(auth.manager)).status, (await call()).status]).toEqual([status, 401]);
    },
  );

  it('a token of an administrator changes no role, and the 403 says what to do', async () => {
    const { token } = await auth.createToken(auth.admin);
    const patch = (body: object) => auth.bearer(token).patch(`/api/users/${auth.manager.userId}`).send(body);
    const refused = await patch({ role: 'admin' });
    const detail = 'A personal access token cannot change a role. Sign in with a password to do this.';
    expect([refused.status, refused.body]).toMatchObject([403, { detail }]);
    const unchanged = await auth.as(auth.manager).get('/api/user');
    expect(unchanged.body).toMatchObject({ role: 'district_manager' });
    // A body that repeats the role does not change it.
    await patch({ firstName: 'By', role: 'district_manager' }).expect(200);
  });
});

describe('the tokens of a user', () => {
  it.each([
    ['a password reset', (id: string) => auth.resetPassword(id)],
    ['a deactivation', (id: string) => auth.setActive(id, false)],
    ['a demotion', (id: string) => auth.send('patch', `/api/users/${id}`, { role: 'district_manager' })],
  ])('are revoked by %s, and stay revoked', async (_name, end) => {
    const { userId, cookie } = await auth.createUser();
    const tokens = [await auth.createToken({ cookie }), await auth.createToken({ cookie })];
    const { token: other } = await auth.createToken(auth.manager);
    const statuses = () => Promise.all([...tokens.map(({ token }) => token), other].map(statusOf));
    expect(await statuses()).toEqual([200, 200, 200]);
    await end(userId).expect(200);
    expect(await statuses()).toEqual([401, 401, 200]);
    await auth.setActive(userId, true).expect(200);
    expect(await statuses()).toEqual([401, 401, 200]);
    const entries = await auth.rows(
      `SELECT actor_id FROM auth.audit_entries WHERE entity = 'token' AND entity_id = ANY ($1) AND action = 'update'`,
      [tokens.map(({ id }) => id)],
    );
    expect(entries).toEqual(tokens.map(() => ({ actor_id: auth.admin.userId })));
  });

  it('survive a refused change and one that does not end access', async () => {
    const user = await auth.createUser('district_manager');
    const { token } = await auth.createToken(user);
    await auth.setActive(user.userId, false).set('If-Match', '"99"').expect(412);
    await auth.setActive(user.userId, true).expect(200);
    await auth.send('patch', `/api/users/${user.userId}`, { lastName: 'Other' }).expect(200);
    expect(await statusOf(token)).toBe(200);
  });

  it('are all revoked when one is created during a password reset', async () => {
    const user = await auth.createUser('district_manager');
    const lock = `SELECT FROM auth.users WHERE id = '${user.userId}' FOR UPDATE`;
    const [reset, created] = await auth.atTheSameMoment(lock, () => [
      auth.resetPassword(user.userId),
      sleep(300).then(() => auth.send('post', '/api/tokens', { name: 'late' }, user)),
    ]);
    expect(reset?.status).toBe(200);
    // 201 if it was created first, and was then revoked with the others.
    expect([201, 401]).toContain(created?.status);
    const valid = 'SELECT FROM auth.tokens WHERE user_id = $1 AND revoked_at IS NULL';
    expect(await auth.rows(valid, [user.userId])).toEqual([]);
  });
});

it('DELETE /api/tokens/{id} reaches only the user’s own ones', async () => {
  const { id, token } = await auth.createToken(auth.manager);
  expect((await auth.as(auth.admin).delete(`/api/tokens/${id}`)).status).toBe(404);
  expect(await statusOf(token)).toBe(200);
});

describe('DELETE /api/users/{id}/tokens/{tokenId}', () => {
  const revoke = async (userId: string, id: string) =>
    (await auth.as(auth.admin).delete(`/api/users/${userId}/tokens/${id}`)).status;

  it('returns 404 for tokens that are not valid or belong to another user', async () => {
    const { id, token } = await auth.createToken(auth.manager);
    for (const owner of [auth.admin.userId, unknownId, 'not-an-id'])
      expect(await revoke(owner, id)).toBe(404);
    for (const other of [unknownId, 'not-an-id']) expect(await revoke(auth.manager.userId, other)).toBe(404);
    expect(await statusOf(token)).toBe(200);
  });

  it('ends the token at once', async () => {
    const { id, token } = await auth.createToken(auth.manager);
    expect(await revoke(auth.manager.userId, id)).toBe(204);
    expect([await statusOf(token), await revoke(auth.manager.userId, id)]).toEqual([401, 404]);
  });
});
