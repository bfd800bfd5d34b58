import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { randomAddress, registration } from './auth-calls.ts';
import { type AuthService, startAuthService } from './auth-service.ts';

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

describe('registration that is open to visitors', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await startAuthService({ SELF_REGISTRATION: 'on', SELF_REGISTRATIONS_PER_HOUR: '3' });
  });
  afterAll(() => auth.close());

  const send = (body: object, cookie = '', from = randomAddress()) =>
    auth.as({ cookie }).post('/api/register').set('X-Forwarded-For', from).send(body);

  /** Registers through the API. @returns the new user's id, and the creator and role in the audit trail */
  async function register(body: object, cookie = '') {
    const requestId = randomUUID();
    const response = await send(body, cookie).set('X-Request-Id', requestId).expect(201);
    const { id } = response.body as { id: string };
    const { rows } = await auth.backends.admin.query<{ actorId: string | null; role: string }>(
      `SELECT actor_id AS "actorId", after->>'role' AS role FROM auth.audit_entries
       WHERE entity = 'user' AND action = 'create' AND entity_id = $1 AND request_id = $2`,
      [id, requestId],
    );
    expect(rows).toHaveLength(1);
    return { id, isSignedIn: response.headers['set-cookie'] !== undefined, ...rows[0] };
  }

  it('names the administrator who created an account, also an administrator’s account', async () => {
    const first = await register(registration('first@example.com'));
    // A user who registers is their own actor.
    expect(first).toMatchObject({ role: 'admin', actorId: first.id });
    const admin = await auth.createUser({ role: 'admin' });
    for (const role of ['district_manager', 'admin']) {
      const created = await register(registration(`${role}@example.com`, { role }), admin.cookie);
      expect(created).toMatchObject({ role, actorId: admin.userId, isSignedIn: false });
    }
  });

  it('makes a visitor a district manager, whatever the body says, and signs them in', async () => {
    const visitor = await register(registration('visitor@example.com', { role: 'admin' }));
    expect(visitor).toMatchObject({ role: 'district_manager', actorId: visitor.id, isSignedIn: true });
  });

  it('rejects the Idempotency-Key of an anonymous visitor', async () => {
    const response = await send(registration('keyed@example.com')).set('Idempotency-Key', 'visitor-1');
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      errors: { 'Idempotency-Key': [expect.stringMatching(/without a session/)] },
    });
    const sql = "SELECT FROM auth.users WHERE email = 'keyed@example.com'";
    expect((await auth.backends.admin.query(sql)).rowCount).toBe(0);
  });

  const attempt = (from: string, cookie?: string) =>
    send(registration(`${randomUUID()}@example.com`), cookie, from);

  it('allows a few anonymous registrations per address and hour, also concurrent ones, then returns 429 with Retry-After', async () => {
    const address = randomAddress();
    const responses = await Promise.all(Array.from({ length: 6 }, () => attempt(address)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await attempt(randomAddress())).status).toBe(201);
  });

  it('does not count registrations by administrators', async () => {
    const address = randomAddress();
    const { cookie } = await auth.createUser({ role: 'admin' });
    for (let turn = 0; turn < 5; turn += 1) expect((await attempt(address, cookie)).status).toBe(201);
  });

  it('treats an IPv6 /64 network as one address', async () => {
    const network = `2001:db8:${randomInt(65_536).toString(16)}:1`;
    const statuses: number[] = [];
    for (let turn = 1; turn < 6; turn += 1) statuses.push((await attempt(`${network}::${turn}`)).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });
});
