import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AuthService, startAuthService } from './auth-service.ts';

const registration = (email: string, more: object = {}) => ({
  email,
  password: 'secret',
  firstName: 'Ana',
  lastName: 'Silva',
  ...more,
});

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuthService({ SELF_REGISTRATION: 'on' });
});
afterAll(() => auth.close());

/** Registers through the API. @returns the new user's id, and the creator and request in the audit trail */
async function register(cookie: string | null, body: object) {
  const requestId = `register-${Math.random().toString(36).slice(2)}`;
  const response = await auth
    .as(cookie === null ? undefined : { cookie })
    .post('/api/register')
    .set('X-Request-Id', requestId)
    .send(body)
    .expect(201);
  const { id } = response.body as { id: string };
  const { rows } = await auth.backends.admin.query<{ actor_id: string | null; after: { role: string } }>(
    `SELECT actor_id, after FROM auth.audit_entries
     WHERE entity = 'user' AND action = 'create' AND entity_id = $1 AND request_id = $2`,
    [id, requestId],
  );
  expect(rows).toHaveLength(1);
  return { id, actorId: rows[0]?.actor_id, role: rows[0]?.after.role };
}

it('names the administrator who created an account, also an administrator’s account', async () => {
  const first = await register(null, registration('first@example.com'));
  // A user who registers is their own actor.
  expect(first).toMatchObject({ role: 'admin', actorId: first.id });

  const admin = await auth.createUser({ role: 'admin' });
  for (const role of ['district_manager', 'admin']) {
    const created = await register(admin.cookie, registration(`${role}@example.com`, { role }));
    expect(created).toMatchObject({ role, actorId: admin.userId });
  }
});

it('names the visitor who registered', async () => {
  await auth.createUser({ role: 'admin' });
  const visitor = await register(null, registration('visitor@example.com', { role: 'admin' }));
  expect(visitor).toMatchObject({ role: 'district_manager', actorId: visitor.id });
});

it('rejects the Idempotency-Key of an anonymous visitor', async () => {
  await auth.createUser({ role: 'admin' });
  const response = await auth
    .as()
    .post('/api/register')
    .set('Idempotency-Key', 'visitor-1')
    .send(registration('keyed@example.com'));
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({
    errors: { 'Idempotency-Key': [expect.stringMatching(/without a session/)] },
  });
  const { rowCount } = await auth.backends.admin.query(
    "SELECT FROM auth.users WHERE email = 'keyed@example.com'",
  );
  expect(rowCount).toBe(0);
});
