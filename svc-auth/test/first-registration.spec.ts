import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { type AuthService, startAuthService } from './auth-service.ts';

const registration = (email: string, more: object = {}) => ({
  email,
  password: 'secret',
  firstName: 'Ana',
  lastName: 'Silva',
  ...more,
});

describe('first registration', () => {
  let empty: AuthService;
  beforeAll(async () => {
    empty = await startAuthService();
  });
  afterAll(() => empty.close());

  it('makes one of fifty concurrent visitors administrator and signs them in', async () => {
    expect((await empty.as().get('/api/setup')).body).toEqual({ needed: true, selfRegistration: false });
    // The lock lets several requests find that no user exists.
    const responses = await atTheSameMoment(empty.backends, 'LOCK TABLE auth.users IN SHARE MODE', () =>
      Array.from({ length: 50 }, (_, index) =>
        empty
          .as()
          .post('/api/register')
          .send(registration(`first${index}@example.com`, { role: 'district_manager' })),
      ),
    );
    const losers = responses.map(({ status }) => status).filter((status) => status !== 201);
    expect(losers).toHaveLength(49);
    // A busy machine rejects some of them with 503.
    expect(losers.filter((status) => status !== 401 && status !== 503)).toEqual([]);
    const winner = responses.find(({ status }) => status === 201);
    expect(winner?.body).toMatchObject({ role: 'admin' });
    expect(winner?.headers['set-cookie']).toBeDefined();
    expect((await empty.as().get('/api/setup')).body).toEqual({ needed: false, selfRegistration: false });
    const late = await empty.as().post('/api/register').send(registration('late@example.com'));
    expect(late.status).toBe(401);
  });
});

describe('self registration', () => {
  it('makes a visitor a district manager, whatever the body says', async () => {
    const open = await startAuthService({ SELF_REGISTRATION: 'on' });
    try {
      await open.createUser({ role: 'admin' });
      const response = await open
        .as()
        .post('/api/register')
        .send(registration('visitor@example.com', { role: 'admin' }));
      expect(response.status).toBe(201);
      expect(response.body).toMatchObject({ role: 'district_manager' });
      expect(response.headers['set-cookie']).toBeDefined();
    } finally {
      await open.close();
    }
  });
});
