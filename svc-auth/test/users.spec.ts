import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { createHmac, randomUUID } from 'node:crypto';
import { registration, unknownId } from './auth-calls.ts';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';

let auth: StaffedAuthService;

beforeAll(async () => {
  auth = await startStaffedAuthService();
});
afterAll(() => auth.close());

describe('POST /api/register', () => {
  it.each([
    ['a short password', { password: '12345' }, 'password'],
    ['a long name', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['a name with NUL', { firstName: 'a\0b' }, 'firstName'],
    ['a password with half a surrogate pair', { password: 'secret\ud800' }, 'password'],
    ['no address', { email: 'nobody' }, 'email'],
    ['an unknown role', { role: 'owner' }, 'role'],
    ['a field of its own', { active: false }, 'active'],
    ['an id', { id: unknownId }, 'id'],
  ])('refuses %s', async (_name, more, field) => {
    const response = await auth
      .as(auth.admin)
      .post('/api/register')
      .send(registration('new@example.com', more));
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual([field]);
  });

  it('names the valid roles when a role is unknown', async () => {
    const refusal = { errors: { role: ['Must be one of: admin, district_manager.'] } };
    const response = await auth
      .as(auth.admin)
      .post('/api/register')
      .send(registration('new@example.com', { role: 'owner' }));
    expect(response.body).toMatchObject(refusal);
    const change = await auth.as(auth.admin).patch(`/api/users/${auth.manager.userId}`).send({ role: 5 });
    expect(change.body).toMatchObject(refusal);
  });

  it('creates an employee and does not change the administrator’s session', async () => {
    const response = await auth
      .as(auth.admin)
      .post('/api/register')
      .send(registration('Ana@Example.com', { role: 'admin' }));
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ email: 'ana@example.com', role: 'admin', active: true });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await auth.as(auth.admin).get('/api/user')).body).toMatchObject({ id: auth.admin.userId });
  });

  it('recognizes an e-mail in any spelling, also at sign-in', async () => {
    await auth.as(auth.admin).post('/api/register').send(registration('twice@bücher.example')).expect(201);
    for (const email of [
      'TWICE@BÜCHER.example',
      'Twice@xn--bcher-kva.example',
      'twice@bu\u0308cher.example\u200b',
    ]) {
      const response = await auth.as(auth.admin).post('/api/register').send(registration(email));
      expect([email, response.status]).toEqual([email, 409]);
      expect(response.body).toMatchObject({ errors: { email: [expect.any(String)] } });
      await auth.as().post('/api/login').send({ email, password: 'secret' }).expect(200);
    }
  });
});

describe('POST /api/register with an Idempotency-Key', () => {
  it('creates one employee for ten equal calls at once', async () => {
    const body = registration('keyed@example.com');
    // On a busy machine some wait too long for the first one; a client retries those.
    const register = async () => {
      let response;
      do {
        response = await auth
          .as(auth.admin)
          .post('/api/register')
          .set('Idempotency-Key', 'hire-1')
          .send(body);
      } while (response.status === 503);
      return response;
    };
    const responses = await Promise.all(Array.from({ length: 10 }, register));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses[0]?.headers['etag']).toBe('"1"');
  });

  it('refuses the key for another body, and stores no hash that reveals a password', async () => {
    const register = (email: string) =>
      auth.as(auth.admin).post('/api/register').set('Idempotency-Key', 'hire-2').send(registration(email));
    expect((await register('a@keyed.example')).status).toBe(201);
    expect((await register('b@keyed.example')).status).toBe(422);
    const { rows } = await auth.backends.admin.query<{ body_hash: string }>(
      "SELECT body_hash FROM auth.idempotency_keys WHERE key = 'hire-2'",
    );
    const [secret = ''] = auth.config.SESSION_SECRET;
    const body = registration('a@keyed.example');
    // Sorted, so that equal JSON is the same request.
    const text = JSON.stringify(body, Object.keys(body).toSorted());
    const keyed = createHmac('sha256', secret).update(text);
    expect(rows[0]?.body_hash).toBe(keyed.digest('hex'));
  });

  it('separates the keys of users, and does not store a failed call', async () => {
    const other = await auth.createUser({ role: 'admin' });
    const send = (by: TestUser, email: string) =>
      auth.as(by).post('/api/register').set('Idempotency-Key', 'hire-3').send(registration(email));
    expect((await send(auth.admin, auth.admin.email)).status).toBe(409);
    expect((await send(auth.admin, 'c@keyed.example')).status).toBe(201);
    expect((await send(other, 'd@keyed.example')).status).toBe(201);
  });

  it.each(['', 'white space', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
    const response = await auth
      .as(auth.admin)
      .post('/api/register')
      .set('Idempotency-Key', key)
      .send(registration('e@keyed.example'));
    expect(response.status).toBe(400);
  });
});

describe('GET /api/users/{id}', () => {
  it.each([unknownId, 'not-an-id', '%ff', '%zz'])('returns 404 for %s', async (id) => {
    expect((await auth.as(auth.admin).get(`/api/users/${id}`)).status).toBe(404);
  });

  it('returns the employee without the password, and the version', async () => {
    const response = await auth.as(auth.admin).get(`/api/users/${auth.manager.userId}`);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id: auth.manager.userId, email: auth.manager.email, active: true });
    expect(JSON.stringify(response.body)).not.toMatch(/password/i);
    const change = await auth
      .as(auth.admin)
      .patch(`/api/users/${auth.manager.userId}`)
      .set('If-Match', response.headers['etag'] ?? '')
      .send({ firstName: 'Test' });
    expect(change.status).toBe(200);
  });
});

describe('PATCH /api/users/{id}', () => {
  it('refuses invalid input by field, and returns 404 for unknown users', async () => {
    const patch = (id: string, body: object) => auth.as(auth.admin).patch(`/api/users/${id}`).send(body);
    expect((await patch(auth.manager.userId, { active: false })).body).toMatchObject({
      errors: { active: ['Unknown field.'] },
    });
    expect(
      (await auth.as(auth.admin).patch(`/api/users/${auth.manager.userId}/active`).send({ active: 'no' }))
        .status,
    ).toBe(400);
    expect((await patch(auth.manager.userId, { id: auth.admin.userId })).status).toBe(400);
    expect((await patch(unknownId, { firstName: 'A' })).status).toBe(404);
    expect((await patch('not-an-id', { firstName: 'A' })).status).toBe(404);
    expect((await patch(auth.manager.userId, { email: auth.admin.email })).status).toBe(409);
  });

  it('changes what was sent and nothing else', async () => {
    const response = await auth
      .as(auth.admin)
      .patch(`/api/users/${auth.manager.userId}`)
      .send({ id: auth.manager.userId, lastName: 'Changed' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      email: auth.manager.email,
      firstName: 'Test',
      lastName: 'Changed',
    });
  });

  it('prevents a lost update with the entity tag', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    const path = `/api/users/${user.userId}`;
    const first = await auth.as(auth.admin).patch(path).send({ firstName: 'One' });
    expect(first.headers['etag']).toBe('"2"');
    const stale = await auth.as(auth.admin).patch(path).set('If-Match', '"1"').send({ firstName: 'Two' });
    expect(stale.status).toBe(412);
    expect(stale.headers['etag']).toBe('"2"');
    const current = await auth.as(auth.admin).patch(path).set('If-Match', '"2"').send({ lastName: 'Three' });
    expect(current.status).toBe(200);
    expect(current.body).toMatchObject({ firstName: 'One', lastName: 'Three' });
    expect(
      (await auth.as(auth.admin).patch(path).set('If-Match', '*').send({ lastName: 'Four' })).status,
    ).toBe(200);
  });

  it('demotes at once', async () => {
    const other = await auth.createUser({ role: 'admin' });
    // A cached role would still be the old one.
    await auth.as(other).patch(`/api/users/${auth.manager.userId}`).send({}).expect(200);
    await auth
      .as(auth.admin)
      .patch(`/api/users/${other.userId}`)
      .send({ role: 'district_manager' })
      .expect(200);
    expect((await auth.as(other).patch(`/api/users/${auth.manager.userId}`).send({})).status).toBe(403);
  });
});

describe('PATCH /api/users/{id}/active', () => {
  it('ends every session at once, and activating again restores none', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    const path = `/api/users/${user.userId}/active`;
    const off = await auth.as(auth.admin).patch(path).send({ active: false });
    expect(off.body).toMatchObject({ active: false });
    expect((await auth.as(user).get('/api/user')).status).toBe(401);
    await auth.as(auth.admin).patch(path).send({ active: true }).expect(200);
    expect((await auth.as(user).get('/api/user')).status).toBe(401);
  });
});

describe('POST /api/admin/reset-user-password', () => {
  const path = '/api/admin/reset-user-password';

  it.each([
    ['a short password', { newPassword: '12345' }, 'newPassword'],
    ['an unknown user', { userId: unknownId }, 'userId'],
  ])('refuses %s', async (_name, more, field) => {
    const body = { userId: auth.manager.userId, newPassword: 'secret2', ...more };
    const response = await auth.as(auth.admin).post(path).send(body);
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual([field]);
  });

  it('sets the password and ends every session of the user', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    await auth.as(auth.admin).post(path).send({ userId: user.userId, newPassword: 'brand new' }).expect(200);
    expect((await auth.as(user).get('/api/user')).status).toBe(401);
    const login = await auth.as().post('/api/login').send({ email: user.email, password: 'brand new' });
    expect(login.status).toBe(200);
  });
});

const bad: [string, unknown][] = [
  ['plain http', 'http://pictures.example.com/a.jpg'],
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:image/png;base64,AA=='],
  ['a path', '/a.jpg'],
  ['a space', 'https://pictures.example.com/a b.jpg'],
  ['no host', 'https://'],
  ['nothing', ''],
  ['a number', 5],
  ['NUL', 'https://pictures.example.com/\0.jpg'],
  ['2001 characters', `https://pictures.example.com/${'x'.repeat(1972)}`],
  // Of hosts that the operator did not name (PICTURE_HOSTS).
  ['of another host', 'https://tracker.example/a.jpg'],
  ['of a host below', 'https://a.pictures.example.com/a.jpg'],
  ['of a host that ends like one', 'https://evilgravatar.com/a.jpg'],
  ['of a host that begins like one', 'https://gravatar.com.tracker.example/a.jpg'],
  ['of a host behind the name of one', 'https://gravatar.com@tracker.example/a.jpg'],
  ['at another port', 'https://gravatar.com:8443/a.jpg'],
];

describe.each([
  { route: 'PATCH /api/user', path: () => '/api/user', caller: () => auth.manager },
  {
    route: 'PATCH /api/users/{id}',
    path: () => `/api/users/${auth.manager.userId}`,
    caller: () => auth.admin,
  },
])('the picture by $route', ({ path, caller }) => {
  const send = (profileImageUrl: unknown) => auth.as(caller()).patch(path()).send({ profileImageUrl });

  it.each(bad)('is not %s', async (_what, value) => {
    const response = await send(value);
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual(['profileImageUrl']);
  });

  it('is set, read and removed', async () => {
    const longest = `https://pictures.example.com/${'x'.repeat(1971)}`;
    for (const value of [
      'https://secure.gravatar.com/avatar/1',
      'https://PICTURES.example.com/ana.jpg?size=64',
      longest,
      null,
    ]) {
      const response = await send(value);
      expect([response.status, response.body]).toMatchObject([200, { profileImageUrl: value }]);
      expect((await auth.as(auth.manager).get('/api/user')).body).toMatchObject({ profileImageUrl: value });
    }
  });
});

describe('PATCH /api/user', () => {
  it('changes nothing but the picture, and not by an outdated version', async () => {
    for (const field of ['role', 'email', 'firstName', 'active', 'id']) {
      const response = await auth
        .as(auth.manager)
        .patch('/api/user')
        .send({ profileImageUrl: null, [field]: 'admin' });
      expect(response.status).toBe(400);
      expect(Object.keys((response.body as { errors: object }).errors)).toEqual([field]);
    }
    const own = () => auth.as(auth.manager).patch('/api/user');
    expect((await own().send({})).status).toBe(400);
    expect((await own().set('If-Match', '"0"').send({ profileImageUrl: null })).status).toBe(412);
  });
});

it('records who changed what in which request, and never a password hash', async () => {
  const user = await auth.createUser({ role: 'district_manager' });
  const change = () => auth.as(auth.admin).patch(`/api/users/${user.userId}`).send({ lastName: 'Changed' });
  await change().set('X-Request-Id', 'audited-request-1').expect(200);
  // A refused change has no entry.
  await change().set('If-Match', '"1"').expect(412);
  const { rows } = await auth.backends.admin.query(
    `SELECT actor_id, request_id, action, before, after FROM auth.audit_entries
     WHERE entity = 'user' AND entity_id = $1 ORDER BY occurred_at, id`,
    [user.userId],
  );
  expect(rows).toEqual([
    expect.objectContaining({ action: 'create', actor_id: null, before: null }),
    {
      action: 'update',
      actor_id: auth.admin.userId,
      request_id: 'audited-request-1',
      before: expect.objectContaining({ last_name: 'User' }),
      after: expect.objectContaining({ last_name: 'Changed' }),
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/password/);
});

/** Creates a user with this password. @returns a sign-in attempt that resolves to the response status */
async function employ(password: string): Promise<(typed: string) => Promise<number>> {
  const email = `${randomUUID()}@example.com`;
  await auth.as(auth.admin).post('/api/register').send(registration(email, { password })).expect(201);
  return async (typed) => (await auth.as().post('/api/login').send({ email, password: typed })).status;
}

it.each([
  ['letters only', 'abcdef'],
  ['digits only', '135790'],
  ['white space', '      '],
  ['words in any script, and emoji', 'пароль 密碼 🥪'],
  ['256 characters', 'x'.repeat(256)],
])('a password may be %s', async (_what, password) => {
  const signIn = await employ(password);
  expect(await signIn(password)).toBe(200);
});

it('a password is used exactly as typed: not trimmed, truncated, case-folded or normalized', async () => {
  const password = ` Caf\u00e9 ${'long '.repeat(30)}End `;
  const signIn = await employ(password);
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.normalize('NFD'),
    password.slice(0, 72),
    password.slice(0, -1),
    `${password} `,
  ]) {
    expect(await signIn(other)).toBe(401);
  }
  expect(await signIn(password)).toBe(200);
});
