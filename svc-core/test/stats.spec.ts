import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
  const ticket = { title: 'x', description: 'x', ticket_type: 'repair' };
  for (const [location_id, status] of [
    [core.storeA, 'incoming'],
    [core.storeA, 'in_progress'],
    [core.storeA, 'solved'],
    [core.storeB, 'incoming'],
  ]) {
    const completed_at = status === 'solved' ? new Date() : null;
    await core.insert('tickets', { ...ticket, location_id, status, completed_at });
  }
  await core.insert('tasks', { title: 'x', location_id: core.storeA });
  await core.insert('tasks', {
    title: 'x',
    location_id: core.storeA,
    completed: true,
    completed_at: new Date(),
  });
  await core.insert('tasks', { title: 'x', location_id: core.storeB });
  const closed = await core.createStore('Closed', { status: 'inactive' });
  await core.assign(core.managerA.userId, closed);
});
afterAll(() => core.close());

const stats = async (user: { cookie: string }) => (await core.as(user).get('/api/stats')).body as unknown;

describe('GET /api/stats', () => {
  it('requires a session', async () => {
    expect((await core.as().get('/api/stats')).status).toBe(401);
  });

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
