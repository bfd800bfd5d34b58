import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

beforeAll(async () => {
  for (const [location_id, status] of [
    [core.storeA, 'incoming'],
    [core.storeA, 'in_progress'],
    [core.storeA, 'solved'],
    [core.storeB, 'incoming'],
  ]) {
    const completed_at = status === 'solved' ? new Date() : null;
    await core.insert('tickets', { location_id, status, completed_at });
  }
  for (const columns of [{}, { completed: true, completed_at: new Date() }, { location_id: core.storeB }])
    await core.insert('tasks', columns);
  const closed = await core.createStore('Closed', { status: 'inactive' });
  await core.assign(core.managerA.userId, closed);
});

const stats = async (user: { cookie: string }) => (await core.as(user).get('/api/stats')).body as unknown;

describe('GET /api/stats', () => {
  it('counts everything for an administrator', async () => {
    expect(await stats(core.admin)).toEqual({
      totalLocations: 2,
      activeTickets: 3,
      pendingTasks: 2,
      totalManagers: 2,
    });
  });

  it('counts what is visible to a manager: themselves, and who shares a store with them', async () => {
    expect(await stats(core.managerA)).toEqual({
      totalLocations: 1,
      activeTickets: 2,
      pendingTasks: 1,
      totalManagers: 1,
    });
    const colleague = await core.createUser({ role: 'district_manager' });
    const former = await core.createUser({ role: 'district_manager', active: false });
    for (const { userId } of [colleague, former, core.admin]) await core.assign(userId, core.storeA);
    expect(await stats(core.managerA)).toMatchObject({ totalManagers: 2 });
    expect(await stats(core.managerB)).toMatchObject({ totalManagers: 1 });
  });

  it('counts only themselves for a manager without stores', async () => {
    expect(await stats(await core.createUser({ role: 'district_manager' }))).toEqual({
      totalLocations: 0,
      activeTickets: 0,
      pendingTasks: 0,
      totalManagers: 1,
    });
  });
});
