import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { atTheSameMoment } from './at-the-same-moment.ts';
import { type AuthService, startAuthService } from './auth-service.ts';

let auth: AuthService;
let first: TestUser;
let second: TestUser;
beforeAll(async () => {
  auth = await startAuthService();
});
afterAll(() => auth.close());
beforeEach(async () => {
  await auth.backends.admin.query('UPDATE auth.users SET active = false');
  first = await auth.createUser({ role: 'admin' });
  second = await auth.createUser({ role: 'admin' });
});

const demote = (by: TestUser, target: TestUser) =>
  auth.as(by).patch(`/api/users/${target.userId}`).send({ role: 'district_manager' });
const deactivate = (by: TestUser, target: TestUser) =>
  auth.as(by).patch(`/api/users/${target.userId}/active`).send({ active: false });

/** The active administrators. */
async function administrators(): Promise<string[]> {
  const { rows } = await auth.backends.admin.query<{ id: string }>(
    "SELECT id FROM auth.users WHERE role = 'admin' AND active ORDER BY id",
  );
  return rows.map(({ id }) => id);
}

describe('last active administrator', () => {
  it.each([
    ['demote', demote],
    ['deactivate', deactivate],
  ])('remains, also when two %s each other at the same time', async (_what, end) => {
    const responses = await atTheSameMoment(auth.backends, 'SELECT FROM auth.users FOR UPDATE', () => [
      end(first, second),
      end(second, first),
    ]);
    expect(responses.map(({ status }) => status).sort()[0]).toBe(200);
    const left = await administrators();
    expect(left).toHaveLength(1);
    const last = left[0] === first.userId ? first : second;
    const response = await demote(last, last);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ detail: expect.stringMatching(/last active administrator/) });
    expect(await administrators()).toEqual(left);
  });
});

describe('one of several administrators', () => {
  it('cannot deactivate themselves', async () => {
    const response = await deactivate(first, first);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ detail: 'You cannot deactivate yourself.' });
    expect(await administrators()).toEqual([first.userId, second.userId].sort());
    expect((await auth.as(first).get('/api/user')).status).toBe(200);
  });

  it('can give up the role, and can be deactivated by another', async () => {
    expect((await demote(first, first)).body).toMatchObject({ role: 'district_manager' });
    expect((await deactivate(second, first)).body).toMatchObject({ active: false });
    expect(await administrators()).toEqual([second.userId]);
  });
});
