import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { useEmptyAuth } from './auth-service.ts';

const auth = useEmptyAuth();
let first: TestUser;
let second: TestUser;
beforeEach(async () => {
  await auth.rows('UPDATE auth.users SET active = false');
  first = await auth.createUser();
  second = await auth.createUser();
});

const demote = (by: TestUser, { userId }: TestUser) =>
  auth.send('patch', `/api/users/${userId}`, { role: 'district_manager' }, by);
const deactivate = (by: TestUser, { userId }: TestUser) =>
  auth.send('patch', `/api/users/${userId}/active`, { active: false }, by);

/** The ids of the active administrators. */
async function administrators(): Promise<string[]> {
  const sql = "SELECT id FROM auth.users WHERE role = 'admin' AND active ORDER BY id";
  return (await auth.rows<{ id: string }>(sql)).map(({ id }) => id);
}

describe('last active administrator', () => {
  it.each([
    ['demote', demote],
    ['deactivate', deactivate],
  ])('remains, also when two %s each other at the same time', async (_what, end) => {
    const responses = await auth.atTheSameMoment('SELECT FROM auth.users FOR UPDATE', () => [
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
    expect([response.status, response.body]).toMatchObject([
      409,
      { detail: 'You cannot deactivate yourself.' },
    ]);
    expect(await administrators()).toEqual([first.userId, second.userId].sort());
    expect(await auth.statusOf(first)).toBe(200);
  });

  it('can give up the role, and can be deactivated by another', async () => {
    expect((await demote(first, first)).body).toMatchObject({ role: 'district_manager' });
    expect((await deactivate(second, first)).body).toMatchObject({ active: false });
    expect(await administrators()).toEqual([second.userId]);
  });
});
