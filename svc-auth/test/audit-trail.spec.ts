import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { type AuthService, startAuthService } from './auth-service.ts';

interface Entry {
  actor_id: string | null;
  request_id: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

let auth: AuthService;
let admin: TestUser;
let manager: TestUser;

beforeAll(async () => {
  auth = await startAuthService();
  admin = await auth.createUser({ role: 'admin' });
  manager = await auth.createUser({ role: 'district_manager' });
});
afterAll(() => auth.close());

async function trailOf(entityId: string): Promise<Entry[]> {
  const { rows } = await auth.backends.admin.query<Entry>(
    `SELECT actor_id, request_id, action, before, after FROM auth.audit_entries
     WHERE entity = 'user' AND entity_id = $1 ORDER BY occurred_at, id`,
    [entityId],
  );
  return rows;
}

it('says who changed what in which request, and never a password hash', async () => {
  await auth
    .as(admin)
    .patch(`/api/users/${manager.userId}`)
    .set('X-Request-Id', 'audited-request-1')
    .send({ lastName: 'Changed' })
    .expect(200);
  const [created, changed, ...more] = await trailOf(manager.userId);
  expect(more).toEqual([]);
  expect(created).toMatchObject({ action: 'create', actor_id: null, before: null });
  expect(changed).toMatchObject({
    action: 'update',
    actor_id: admin.userId,
    request_id: 'audited-request-1',
    before: { last_name: 'User' },
    after: { last_name: 'Changed' },
  });
  expect(JSON.stringify([created, changed])).not.toMatch(/password/);
});

it('knows nothing of a change that was refused', async () => {
  const before = await trailOf(admin.userId);
  await auth.as(admin).patch(`/api/users/${admin.userId}`).send({ role: 'district_manager' }).expect(409);
  expect(await trailOf(admin.userId)).toEqual(before);
});
