import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { randomAddress, randomNetwork, registration, useAuth, useEmptyAuth } from './auth-service.ts';

describe('first registration', () => {
  const empty = useEmptyAuth();

  it('makes one of fifty concurrent visitors administrator and signs them in', async () => {
    const register = (name: string) =>
      empty
        .as()
        .post('/api/register')
        .send(registration(`${name}@example.com`, { role: 'district_manager' }));
    expect((await empty.as().get('/api/setup')).body).toEqual({ needed: true, selfRegistration: false });
    // The lock lets several requests find that no user exists.
    const responses = await empty.atTheSameMoment('LOCK TABLE auth.users IN SHARE MODE', () =>
      Array.from({ length: 50 }, (_, index) => register(`first${index}`)),
    );
    const losers = responses.map(({ status }) => status).filter((status) => status !== 201);
    expect(losers).toHaveLength(49);
    // A busy machine rejects some of them with 503.
    expect(losers.filter((status) => status !== 401 && status !== 503)).toEqual([]);
    const winner = responses.find(({ status }) => status === 201);
    expect(winner?.body).toMatchObject({ role: 'admin' });
    expect(winner?.headers['set-cookie']).toBeDefined();
    expect((await empty.as().get('/api/setup')).body).toEqual({ needed: false, selfRegistration: false });
    expect((await register('late')).status).toBe(401);
  });
});

describe('registration that is open to visitors', () => {
  const auth = useAuth({ SELF_REGISTRATION: 'on', SELF_REGISTRATIONS_PER_HOUR: '3' });

  const send = (more: object = {}, cookie = '', from = randomAddress()) =>
    auth
      .as({ cookie })
      .post('/api/register')
      .set('X-Forwarded-For', from)
      .send(registration(`${randomUUID()}@example.com`, more));

  /**
   * Registers through the API.
   * @returns the new user's id, and the creator and role in the audit trail
   */
  async function register(role: string, cookie = '') {
    const requestId = randomUUID();
    const response = await send({ role }, cookie).set('X-Request-Id', requestId).expect(201);
    const { id } = response.body as { id: string };
    const [entry, ...others] = await auth.rows<{ actorId: string | null; role: string }>(
      `SELECT actor_id AS "actorId", after->>'role' AS role FROM auth.audit_entries
       WHERE entity = 'user' AND action = 'create' AND entity_id = $1 AND request_id = $2`,
      [id, requestId],
    );
    expect(others).toEqual([]);
    return { id, isSignedIn: response.headers['set-cookie'] !== undefined, ...entry };
  }

  it('names the administrator who created an account, also an administrator’s account', async () => {
    for (const role of ['district_manager', 'admin']) {
      const created = await register(role, auth.admin.cookie);
      expect(created).toMatchObject({ role, actorId: auth.admin.userId, isSignedIn: false });
    }
  });

  it('makes a visitor a district manager and their own actor, whatever the body says, and signs them in', async () => {
    const visitor = await register('admin');
    expect(visitor).toMatchObject({ role: 'district_manager', actorId: visitor.id, isSignedIn: true });
  });

  it('rejects the Idempotency-Key of an anonymous visitor', async () => {
    const response = await send({ email: 'keyed@example.com' }).set('Idempotency-Key', 'visitor-1');
    expect([response.status, response.body]).toMatchObject([
      400,
      { errors: { 'Idempotency-Key': [expect.stringMatching(/without a session/)] } },
    ]);
    expect(await auth.rows("SELECT FROM auth.users WHERE email = 'keyed@example.com'")).toEqual([]);
  });

  it('allows a few anonymous registrations per address and hour, also concurrent ones, then returns 429 with Retry-After', async () => {
    // Of a network of 64 bits.
    const network = randomNetwork();
    const responses = await Promise.all(Array.from({ length: 6 }, () => send({}, '', network())));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send()).status).toBe(201);
    // Those by administrators do not count.
    expect((await send({}, auth.admin.cookie, network())).status).toBe(201);
  });
});
