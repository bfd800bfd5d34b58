import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type StaffedAuthService, startStaffedAuthService } from './auth-service.ts';

interface Entry {
  actor_id: string | null;
  request_id: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

let auth: StaffedAuthService;

beforeAll(async () => {
  auth = await startStaffedAuthService();
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

it('records who changed what in which request, and never a password hash', async () => {
  await auth
    .as(auth.admin)
    .patch(`/api/users/${auth.manager.userId}`)
    .set('X-Request-Id', 'audited-request-1')
    .send({ lastName: 'Changed' })
    .expect(200);
  const [created, changed, ...more] = await trailOf(auth.manager.userId);
  expect(more).toEqual([]);
  expect(created).toMatchObject({ action: 'create', actor_id: null, before: null });
  expect(changed).toMatchObject({
    action: 'update',
    actor_id: auth.admin.userId,
    request_id: 'audited-request-1',
    before: { last_name: 'User' },
    after: { last_name: 'Changed' },
  });
  expect(JSON.stringify([created, changed])).not.toMatch(/password/);
});

it('has no entry for a refused change', async () => {
  const before = await trailOf(auth.admin.userId);
  await auth
    .as(auth.admin)
    .patch(`/api/users/${auth.admin.userId}`)
    .send({ role: 'district_manager' })
    .expect(409);
  expect(await trailOf(auth.admin.userId)).toEqual(before);
});
