import { describe, expect, it } from '@jest/globals';
import { createHmac, randomUUID } from 'node:crypto';
import { hashPassword } from '../src/users/passwords.ts';
import { faultyFields, registration, unknownId, useAuth } from './auth-service.ts';

const auth = useAuth();

const login = async (email: string, password = 'secret') =>
  (await auth.as().post('/api/login').send({ email, password })).status;
const pathOf = (user: { userId: string }, end = ''): string => `/api/users/${user.userId}${end}`;

describe('POST /api/register', () => {
  it.each([
    ['a short password', { password: '12345' }, 'password'],
    ['a long name', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['a name with NUL', { firstName: 'a\0b' }, 'firstName'],
    ['a password with half a surrogate pair', { password: 'secret\ud800' }, 'password'],
    ['no address', { email: 'nobody' }, 'email'],
    ['a field of its own', { active: false }, 'active'],
    ['an id', { id: unknownId }, 'id'],
  ])('refuses %s', async (_name, more, field) => {
    const response = await auth.register('new@example.com', more);
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('names the valid roles when a role is unknown', async () => {
    const response = await auth.register('new@example.com', { role: 'owner' });
    const errors = { role: ['Must be one of: admin, district_manager.'] };
    expect([response.status, response.body]).toMatchObject([400, { errors }]);
  });

  it('creates an employee and does not change the administrator’s session', async () => {
    const response = await auth.register('Ana@Example.com', { role: 'admin' });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ email: 'ana@example.com', role: 'admin', active: true });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await auth.as(auth.admin).get('/api/user')).body).toMatchObject({ id: auth.admin.userId });
  });

  it('recognizes an e-mail in any spelling, also at sign-in', async () => {
    await auth.register('twice@bücher.example').expect(201);
    const email = 'TWICE@xn--bcher-kva.example';
    const response = await auth.register(email);
    expect([response.status, faultyFields(response)]).toEqual([409, ['email']]);
    expect(await login(email)).toBe(200);
  });
});

describe('POST /api/register with an Idempotency-Key', () => {
  const register = (key: string, email: string, by = auth.admin) =>
    auth.as(by).post('/api/register').set('Idempotency-Key', key).send(registration(email));

  it('creates one employee for ten equal calls at once', async () => {
    // On a busy machine some wait too long for the first one; a client retries those.
    const untilDone = async () => {
      for (;;) {
        const response = await register('hire-1', 'keyed@example.com');
        if (response.status !== 503) return response;
      }
    };
    const responses = await Promise.all(Array.from({ length: 10 }, untilDone));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([responses[0]?.status, responses[0]?.headers['etag']]).toEqual([201, '"1"']);
  });

  it('refuses the key for another body, stores no hash that reveals a password, and separates the keys of users', async () => {
    expect((await register('hire-2', 'a@keyed.example')).status).toBe(201);
    expect((await register('hire-2', 'b@keyed.example')).status).toBe(422);
    const rows = await auth.rows<{ body_hash: string }>(
      "SELECT body_hash FROM auth.idempotency_keys WHERE key = 'hire-2'",
    );
    const body = registration('a@keyed.example');
    // Sorted, so that equal JSON is the same request.
    const text = JSON.stringify(body, Object.keys(body).toSorted());
    const keyed = createHmac('sha256', auth.config.SESSION_SECRET[0] ?? '').update(text);
    expect(rows).toEqual([{ body_hash: keyed.digest('hex') }]);
    expect((await register('hire-2', 'b@keyed.example', await auth.createUser())).status).toBe(201);
  });

  it.each(['', 'white space', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
    expect((await register(key, 'e@keyed.example')).status).toBe(400);
  });
});

describe('an employee', () => {
  it.each([unknownId, 'not-an-id', '%ff', '%zz'])('%s is a 404', async (id) => {
    expect((await auth.as(auth.admin).get(`/api/users/${id}`)).status).toBe(404);
    expect((await auth.send('patch', `/api/users/${id}`, { firstName: 'A' })).status).toBe(404);
    expect((await auth.setActive(id, false)).status).toBe(404);
  });

  it('is read without the password, and with the version, and not again', async () => {
    const read = () => auth.as(auth.admin).get(pathOf(auth.manager));
    const response = await read();
    const { email, userId: id } = auth.manager;
    expect(response.body).toMatchObject({ id, email, active: true });
    expect(JSON.stringify(response.body)).not.toMatch(/password/i);
    const etag = response.headers['etag'] ?? '';
    expect(etag).toMatch(/^"\d+"$/);
    expect((await read().set('If-None-Match', etag)).status).toBe(304);
  });

  it.each([
    ['active', '', { active: false }],
    ['id', '', { id: unknownId }],
    ['email', '', { email: 'nobody' }],
    ['active', '/active', { active: 'no' }],
  ])('is not changed with an invalid %s at %j', async (field, end, body) => {
    const response = await auth.send('patch', pathOf(auth.manager, end), body);
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('gets what was sent and nothing else, but no address of another', async () => {
    const { userId: id, email } = auth.manager;
    const response = await auth.send('patch', pathOf(auth.manager), { id, lastName: 'Changed' });
    expect(response.body).toMatchObject({ email, firstName: 'Test', lastName: 'Changed' });
    expect((await auth.send('patch', pathOf(auth.manager), { email: auth.admin.email })).status).toBe(409);
  });

  it('loses no update, by the entity tag', async () => {
    const path = pathOf(await auth.createUser('district_manager'));
    const patch = (body: object, tag: string) => auth.send('patch', path, body).set('If-Match', tag);
    expect((await auth.send('patch', path, { firstName: 'One' })).headers['etag']).toBe('"2"');
    const stale = await patch({ firstName: 'Two' }, '"1"');
    expect([stale.status, stale.headers['etag']]).toEqual([412, '"2"']);
    const names = { firstName: 'One', lastName: 'Three' };
    expect((await patch({ lastName: 'Three' }, '"2"')).body).toMatchObject(names);
  });

  it('is demoted at once', async () => {
    const other = await auth.createUser();
    // A cached role would still be the old one.
    await auth.send('patch', pathOf(auth.manager), {}, other).expect(200);
    await auth.send('patch', pathOf(other), { role: 'district_manager' }).expect(200);
    expect((await auth.send('patch', pathOf(auth.manager), {}, other)).status).toBe(403);
  });

  it('who is deactivated has no session any more, and activating again restores none', async () => {
    const user = await auth.createUser('district_manager');
    expect((await auth.setActive(user.userId, false)).body).toMatchObject({ active: false });
    expect(await auth.statusOf(user)).toBe(401);
    await auth.setActive(user.userId, true).expect(200);
    expect(await auth.statusOf(user)).toBe(401);
  });
});

describe('POST /api/admin/reset-user-password', () => {
  it.each([
    ['a short password', () => auth.resetPassword(auth.manager.userId, '12345'), 'newPassword'],
    ['an unknown user', () => auth.resetPassword(unknownId), 'userId'],
  ])('refuses %s', async (_name, reset, field) => {
    const response = await reset();
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('sets the password and ends every session of the user', async () => {
    const user = await auth.createUser('district_manager');
    await auth.resetPassword(user.userId).expect(200);
    expect([await auth.statusOf(user), await login(user.email, 'brand new')]).toEqual([401, 200]);
  });
});

describe.each([
  { route: 'PATCH /api/user', path: () => '/api/user', caller: () => auth.manager },
  { route: 'PATCH /api/users/{id}', path: () => pathOf(auth.manager), caller: () => auth.admin },
])('the picture by $route', ({ path, caller }) => {
  const send = (profileImageUrl: unknown) => auth.send('patch', path(), { profileImageUrl }, caller());

  it.each([
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
  ])('is not %s', async (_what, value) => {
    const response = await send(value);
    expect([response.status, faultyFields(response)]).toEqual([400, ['profileImageUrl']]);
  });

  it('is set, read and removed', async () => {
    for (const value of [
      'https://secure.gravatar.com/avatar/1',
      'https://PICTURES.example.com/ana.jpg?size=64',
      `https://pictures.example.com/${'x'.repeat(1971)}`,
      null,
    ]) {
      expect((await send(value)).body).toMatchObject({ profileImageUrl: value });
      expect((await auth.as(auth.manager).get('/api/user')).body).toMatchObject({ profileImageUrl: value });
    }
  });
});

describe('PATCH /api/user', () => {
  const own = (body: object) => auth.send('patch', '/api/user', body, auth.manager);

  it.each(['role', 'email', 'firstName', 'active', 'id'])('does not change the %s', async (field) => {
    const response = await own({ profileImageUrl: null, [field]: 'admin' });
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('needs a picture, and not an outdated version', async () => {
    expect((await own({})).status).toBe(400);
    expect((await own({ profileImageUrl: null }).set('If-Match', '"0"')).status).toBe(412);
  });
});

it('records who changed what in which request, and never a password hash', async () => {
  const user = await auth.createUser('district_manager');
  const change = () => auth.send('patch', pathOf(user), { lastName: 'Changed' });
  await change().set('X-Request-Id', 'audited-request-1').expect(200);
  // A refused change has no entry.
  await change().set('If-Match', '"1"').expect(412);
  const rows = await auth.rows(
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

describe('passwords', () => {
  /**
   * Creates a user with this password.
   * @returns a sign-in attempt that resolves to the response status
   */
  async function employ(password: string): Promise<(typed: string) => Promise<number>> {
    const email = `${randomUUID()}@example.com`;
    await auth.register(email, { password }).expect(201);
    return (typed) => login(email, typed);
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

  it('a password is used as typed: not trimmed, truncated or case-folded', async () => {
    const password = ` Caf\u00e9 ${'long '.repeat(30)}End `;
    const signIn = await employ(password);
    const cut = [password.trim(), password.slice(0, 72), password.slice(0, -1)];
    for (const other of [...cut, password.toLowerCase(), `${password} `])
      expect(await signIn(other)).toBe(401);
    expect(await signIn(password)).toBe(200);
  });

  const [composed, decomposed] = ['Caf\u00e9 K\u00fcche', 'Cafe\u0301 Ku\u0308che'];
  const mixed = 'Cafe\u0301 K\u00fcche';

  it('a password is the same composed, decomposed and half so, however it was set', async () => {
    for (const password of [composed, decomposed, mixed]) {
      const signIn = await employ(password);
      for (const typed of [composed, decomposed, mixed]) expect(await signIn(typed)).toBe(200);
      expect(await signIn('Cafe Kuche')).toBe(401);
    }
    const { userId, email } = await auth.createUser('district_manager');
    await auth.resetPassword(userId, mixed).expect(200);
    expect(await login(email, decomposed)).toBe(200);
  });

  it.each([
    ['composed', composed, decomposed],
    ['decomposed', decomposed, composed],
    ['half so', mixed, mixed],
    ['longer when composed', '\ufb2c'.repeat(200), '\ufb2c'.repeat(200)],
  ])('one that a version before stored %s goes on working', async (_what, stored, typed) => {
    const { userId, email } = await auth.createUser('district_manager');
    const hash = await hashPassword(stored);
    await auth.rows('UPDATE auth.users SET password_hash = $1 WHERE id = $2', [hash, userId]);
    expect([await login(email, stored), await login(email, typed)]).toEqual([200, 200]);
  });

  it('its length counts composed', async () => {
    const most = 'e\u0301'.repeat(256);
    expect(await (await employ(most))(most)).toBe(200);
    for (const times of [5, 257]) {
      const response = await auth.register('new@example.com', { password: 'e\u0301'.repeat(times) });
      expect([response.status, faultyFields(response)]).toEqual([400, ['password']]);
    }
  });
});
