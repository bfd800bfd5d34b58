import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';

const PICTURE = 'https://pictures.example.com/ana.jpg?size=64';

let auth: StaffedAuthService;

beforeAll(async () => {
  auth = await startStaffedAuthService();
});
afterAll(() => auth.close());

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
];

describe.each([
  { route: 'PATCH /api/user', path: () => '/api/user', caller: () => auth.manager },
  {
    route: 'PATCH /api/users/{id}',
    path: () => `/api/users/${auth.manager.userId}`,
    caller: () => auth.admin,
  },
])('the picture by $route', ({ path, caller }) => {
  const send = (profileImageUrl: unknown, by?: TestUser) =>
    auth.as(by).patch(path()).send({ profileImageUrl });

  it('needs a session', async () => {
    expect((await send(PICTURE)).status).toBe(401);
  });

  it.each(bad)('is not %s', async (_what, value) => {
    const response = await send(value, caller());
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual(['profileImageUrl']);
  });

  it('is set, read and removed', async () => {
    const longest = `https://pictures.example.com/${'x'.repeat(1971)}`;
    for (const value of [PICTURE, longest, null]) {
      const response = await send(value, caller());
      expect([response.status, response.body]).toMatchObject([200, { profileImageUrl: value }]);
      expect((await auth.as(auth.manager).get('/api/user')).body).toMatchObject({ profileImageUrl: value });
    }
  });

  it('is not overwritten with an outdated version', async () => {
    const { headers } = await auth.as(auth.manager).get('/api/user');
    expect((await send(PICTURE, caller())).status).toBe(200);
    const stale = await auth
      .as(caller())
      .patch(path())
      .set('If-Match', String(headers['etag']))
      .send({ profileImageUrl: null });
    expect(stale.status).toBe(412);
  });
});

describe('PATCH /api/user', () => {
  it('changes nothing but the picture', async () => {
    for (const field of ['role', 'email', 'firstName', 'active', 'id']) {
      const response = await auth
        .as(auth.manager)
        .patch('/api/user')
        .send({ profileImageUrl: null, [field]: 'admin' });
      expect(response.status).toBe(400);
      expect(Object.keys((response.body as { errors: object }).errors)).toEqual([field]);
    }
    expect((await auth.as(auth.manager).patch('/api/user').send({})).status).toBe(400);
  });

  it('is the only way for a manager', async () => {
    const response = await auth
      .as(auth.manager)
      .patch(`/api/users/${auth.manager.userId}`)
      .send({ profileImageUrl: PICTURE });
    expect(response.status).toBe(403);
  });
});
